import { describe, expect, it } from 'vitest';
import { waterfall } from './waterfall';

describe('the bars of a waterfall', () => {
  it('each begin where the one before ended', () => {
    expect(waterfall([80n, 20n, -30n, -10n], 60n)).toEqual({
      bars: [
        { start: 0, width: 80 },
        { start: 80, width: 20 },
        { start: 70, width: 30 },
        { start: 60, width: 10 },
      ],
      remaining: { start: 0, width: 60 },
    });
  });

  it('stay inside the picture when more was spent than is known to have come in', () => {
    for (const amounts of [
      [10n, null, -45n, -3n, -2n],
      [10n, 0n, -45n, -3n, -2n],
      [null, null, -45n, 0n, null],
    ])
      for (const { start, width } of waterfall(amounts, null).bars) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start + (width ?? 0)).toBeLessThanOrEqual(100);
      }
  });

  it('stay inside it too when more remains than is known to have come in', () => {
    expect(waterfall([10n, null, -5n], 50n).remaining).toEqual({ start: 0, width: 100 });
  });

  it('are drawn by their size alone after a line that is not known', () => {
    expect(waterfall([10n, null, -40n, -10n], null).bars.slice(2)).toEqual([
      { start: 0, width: 80 },
      { start: 0, width: 20 },
    ]);
  });

  it('have no width for zero, unknown and overdrawn amounts', () => {
    const { bars, remaining } = waterfall([0n, null], -5n);
    expect([...bars, remaining].map(({ width }) => width)).toEqual([null, null, null]);
  });
});
