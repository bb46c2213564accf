import { expect, test } from 'vitest';
import { everyVariant, levels, respects, variantGroups, type Variant } from './variants';

type Level = (typeof levels)[number];
const has = (variant: Variant, { respect, level }: Level) => variant[respect] === level;
const isTogether = (variants: readonly Variant[], level: Level, other: Level) =>
  variants.some((variant) => has(variant, level) && has(variant, other));

const groups = variantGroups();

test('in all groups together every two levels of different respects occur together', () => {
  const variants = groups.flat();
  expect(new Set(variants).size).toBeLessThan(everyVariant().length / 8);
  for (const level of levels)
    for (const other of levels.filter(({ respect }) => respect !== level.respect))
      expect(isTogether(variants, level, other), `${level.level} and ${other.level}`).toBe(true);
});

test.each(groups.map((group, at) => ({ at, group })))('group $at has every level', ({ group }) => {
  expect(levels.filter((level) => !group.some((variant) => has(variant, level)))).toEqual([]);
  // Respects with two levels are distinguished.
  expect(
    isTogether(group, { respect: 'filters', level: 'ignored' }, { respect: 'names', level: 'ours' }),
  ).toBe(true);
});

test('a variant names a level of every respect', () => {
  for (const variant of everyVariant()) expect(Object.keys(variant)).toEqual([...respects]);
});
