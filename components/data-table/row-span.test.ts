import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missing, roomy, rowsBetween, type RowSpan } from './row-span';

const covers = (drawn: RowSpan, sight: RowSpan) => drawn.first <= sight.first && drawn.end >= sight.end;

it('finds the rows between two heights', () => {
  expect(rowsBetween(70, 350, 35, 100)).toEqual({ first: 2, end: 10 });
  expect(rowsBetween(71, 351, 35, 100)).toEqual({ first: 2, end: 11 });
  expect(rowsBetween(-500, 60, 35, 100)).toEqual({ first: 0, end: 2 });
  expect(rowsBetween(3400, 4300, 35, 100)).toEqual({ first: 97, end: 123 });
  expect(rowsBetween(9000, 9900, 35, 100)).toEqual({ first: 100, end: 283 });
});

it('draws few rows after a leap, and keeps those that stand near after a step', () => {
  expect(missing({ first: 0, end: 40 }, { first: 100, end: 126 })).toEqual({ first: 98, end: 128 });
  expect(missing({ first: 0, end: 40 }, { first: 20, end: 46 })).toEqual({ first: 4, end: 48 });
  expect(missing({ first: 0, end: 40 }, { first: 5, end: 31 })).toBeUndefined();
});

it('draws what comes into sight of a short list without being asked again', () => {
  const sight = rowsBetween(-200, 700, 35, 3);
  expect(missing({ first: 0, end: 40 }, sight)).toBeUndefined();
  expect(roomy({ first: 0, end: 40 }, sight)?.end ?? 40).toBeGreaterThanOrEqual(20);
});

it('has every row in sight in the document, few others, and comes to rest', () => {
  const seen = fc.array(fc.integer({ min: -600, max: 40_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(seen, fc.integer({ min: 1, max: 1_000 }), (scrolled, count) => {
      let drawn = { first: 0, end: 40 };
      for (const top of scrolled) {
        const sight = rowsBetween(top, top + 900, 35, count);
        drawn = missing(drawn, sight) ?? drawn;
        expect(covers(drawn, sight)).toBe(true);
        drawn = roomy(drawn, sight) ?? drawn;
        expect(covers(drawn, sight)).toBe(true);
        expect(Math.min(count, drawn.end) - drawn.first).toBeLessThanOrEqual(27 + 4 * 14);
        expect(roomy(drawn, sight)).toBeUndefined();
      }
    }),
  );
});
