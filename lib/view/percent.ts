// Shares as text. Invariant: with one decimal, so that the points of a column align; some is never 0.0 % and less than all is never 100.0 %.

/** `88.9`, without its sign; `<0.1` and `>99.9` where rounding would hide a part; null when there is nothing to divide. */
export function percentOf(part: number | bigint, whole: number | bigint): string | null {
  const [of, all] = [BigInt(part), BigInt(whole)];
  if (all === 0n) return null;
  return inTenths(((of * 2_000n) / all + 1n) / 2n, of, all);
}

/** Percent, to a tenth; null where there is nothing to divide. */
export function percent(part: number | bigint, of: number | bigint): number | null {
  return Number(of) === 0 ? null : Math.round((Number(part) * 1000) / Number(of)) / 10;
}

/**
 * Percent of each part to a tenth, which add up to 100: the parts that lost most by rounding down get what is missing.
 * `whole`: of which the parts are only some.
 */
export function percentShares(parts: readonly bigint[], whole = 0n): string[] | null {
  const sum = parts.reduce((total, part) => total + part, 0n);
  const total = whole > sum ? whole : sum;
  if (total === 0n) return null;
  const shares = [...parts, total - sum].map((part) => ({
    part,
    tenths: (part * 1_000n) / total,
    rest: (part * 1_000n) % total,
  }));
  const missing = 1_000n - shares.reduce((subtotal, { tenths }) => subtotal + tenths, 0n);
  // Sorting is stable: of equal rests, the first part gets the tenth.
  const byRest = [...shares].sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest));
  for (const share of byRest.slice(0, Number(missing))) share.tenths += 1n;
  return shares.slice(0, parts.length).map(({ tenths, part }) => inTenths(tenths, part, total));
}

function inTenths(tenths: bigint, part: bigint, whole: bigint): string {
  if (tenths === 0n && part > 0n) return '<0.1';
  if (tenths === 1_000n && part < whole) return '>99.9';
  return `${tenths / 10n}.${tenths % 10n}`;
}
