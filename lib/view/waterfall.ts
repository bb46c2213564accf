// Positions of a waterfall chart's bars. Invariant: no bar leaves the picture; after an unknown value bars show size only.

export interface WaterfallBar {
  /** Percent of the width. */
  start: number;
  /** Percent; null where there is nothing to draw. */
  width: number | null;
}

/** Percent of the whole, exact to a thousandth. */
function share(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * 100_000n) / whole) / 1_000;
}

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

/** `amounts` in order, negative where it is spent, null where it is not known; `remaining` is the rest. The widest reach fills the picture. */
export function waterfall(
  amounts: readonly (bigint | null)[],
  remaining: bigint | null,
): { bars: WaterfallBar[]; remaining: WaterfallBar } {
  let came = 0n;
  let spent = 0n;
  for (const amount of amounts)
    if (amount !== null) {
      if (amount > 0n) came += amount;
      else spent -= amount;
    }
  const whole = [came, spent, remaining ?? 0n].reduce((most, reach) => (reach > most ? reach : most));
  let at: bigint | null = 0n;
  const bars = amounts.map((amount): WaterfallBar => {
    const before: bigint | null = at;
    at = before === null || amount === null ? null : before + amount;
    if (amount === null || amount === 0n) return { start: 0, width: null };
    const low = before === null || at === null ? 0n : smaller(before, at);
    return { start: share(low < 0n ? 0n : low, whole), width: share(sizeOf(amount), whole) };
  });
  const width = remaining === null || remaining <= 0n ? null : share(remaining, whole);
  return { bars, remaining: { start: 0, width } };
}
