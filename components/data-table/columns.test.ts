import { expect, test } from 'vitest';
import { belowClass, hiddenQuery } from './columns';

test.each([
  ['lg', '1200px'],
  ['xl', '1400px'],
] as const)('%s: the media query says the width of the class', (below, width) => {
  expect(belowClass(below)).toBe(`not-print:max-[${width}]:hidden`);
  expect(hiddenQuery(below)).toBe(`(width < ${width})`);
});
