// Shares as text. Invariant: rounded to a tenth, but some is never 0 % and less than all is never 100 %.

/** `88.9`, without its sign; `<0.1` and `>99.9` where rounding would hide a part; null when there is nothing to divide. */
export function percentOf(part: number | bigint, whole: number | bigint): string | null {
  const [of, all] = [BigInt(part), BigInt(whole)];
  if (all === 0n) return null;
  const tenths = ((of * 2_000n) / all + 1n) / 2n;
  if (tenths === 0n && of > 0n) return '<0.1';
  if (tenths === 1_000n && of < all) return '>99.9';
  return inTenths(tenths);
}

/** Percent, to a tenth; null where there is nothing to divide. */
export function percent(part: number, of: number): number | null {
  return of === 0 ? null : Math.round((part * 1000) / of) / 10;
}

/** Percent of each part to a tenth, which add up to 100: the parts that lost most by rounding down get what is missing. */
export function percentShares(parts: readonly bigint[]): string[] | null {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  if (total === 0n) return null;
  const shares = parts.map((part) => ({
    tenths: (part * 1_000n) / total,
    rest: (part * 1_000n) % total,
  }));
  const missing = 1_000n - shares.reduce((sum, { tenths }) => sum + tenths, 0n);
  // Sorting is stable: of equal rests, the first part gets the tenth.
  const byRest = [...shares].sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest));
  for (const share of byRest.slice(0, Number(missing))) share.tenths += 1n;
  return shares.map(({ tenths }) => inTenths(tenths));
}

function inTenths(tenths: bigint): string {
  return tenths % 10n === 0n ? String(tenths / 10n) : `${tenths / 10n}.${tenths % 10n}`;
}
