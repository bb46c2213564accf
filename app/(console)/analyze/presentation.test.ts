import { expect, test } from 'vitest';
import { axisText, durationTicks } from './presentation';

test.each([
  [354_000, ['0', '2 m', '4 m', '6 m']],
  [27_200, ['0', '10 s', '20 s', '30 s']],
  [940, ['0', '200 ms', '400 ms', '600 ms', '800 ms', '1 s']],
  [1, ['0', '1 ms']],
  [90_000_000, ['0', '6 h', '12 h', '18 h', '1 d', '1 d 6 h']],
  [1_000_000_000, ['0', '3 d', '6 d', '9 d', '12 d']],
])('an axis up to %i ms has %j', (highest, texts) => {
  expect(durationTicks(highest).map((tick) => axisText(tick, 'duration'))).toEqual(texts);
});
