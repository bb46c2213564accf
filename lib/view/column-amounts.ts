// Amounts of a column, written so that they align; the exact ones are on hover.
import { formatBaseUnits, groupDigits, MINUS, roundedTo } from './amount';

/** Base units rounded to decimals, all of them written: 26029709n -> `0.0260`. Amounts too small for that are exact. */
export function formatAligned(value: bigint, decimals: number): string {
  const nearest = roundedTo(value, decimals);
  if (nearest === undefined) return formatBaseUnits(value);
  const [whole = '', fraction = ''] = formatBaseUnits(nearest).split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

const SCALES = [
  { name: 'B', size: 1_000_000_000n },
  { name: 'M', size: 1_000_000n },
  { name: 'k', size: 1_000n },
] as const;

/** A number without a unit: 33654023n -> `33.7 M`. */
export function formatCompact(value: bigint): string {
  const size = value < 0n ? -value : value;
  const scale = SCALES.find((unit) => size >= unit.size);
  if (scale === undefined) return groupDigits(value);
  const tenths = (size * 10n + scale.size / 2n) / scale.size;
  return `${value < 0n ? MINUS : ''}${groupDigits(tenths / 10n)}.${tenths % 10n} ${scale.name}`;
}
