// Values of the Analyze page in words.
import { formatCompact, formatRounded, groupDigits, type Unit } from './amount';
import { formatDuration } from './time';

export type MeasureUnit = 'count' | 'percent' | 'duration' | 'mean' | Unit;

/** A value in words, with its unit. */
export function valueText(value: bigint | number | null, unit: MeasureUnit): string {
  if (value === null) return 'unknown';
  switch (unit) {
    case 'count':
      return groupDigits(value);
    case 'percent':
      return `${Number(value).toFixed(1)} %`;
    case 'mean':
      return Number(value).toFixed(1);
    case 'duration':
      return formatDuration(Number(value), { measured: true });
    case 'none':
      return formatCompact(BigInt(value));
    default:
      return `${formatRounded(BigInt(value))} ${unit === 'sui' ? 'SUI' : 'US'}`;
  }
}
