import { expect, it } from 'vitest';
import { csvCell } from './event-export';

it.each([
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u0000=1',
  '\u00a0=1',
  '＝1',
  '=HYPERLINK("http://evil.example","x")',
])('a cell is never the formula %j', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
});
