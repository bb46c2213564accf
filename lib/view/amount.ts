// Amounts as text, exact to the last unit: integers stay bigint from the wire to the screen, no double in between.
// Invariant: what is shown in SUI or US names the same number of base units as what came. What unit a field has is units.ts's business.

/** `sui` counts MIST and `us` counts base units of US, both 10^-9; `none` is a number whose unit nothing states. */
export type Unit = 'sui' | 'us' | 'none';

const DECIMALS = 9;
/** A true minus sign: as wide as a digit, and never a line break. */
const MINUS = '−';

/** 1234567 -> `1,234,567`. */
export function groupDigits(value: bigint | number): string {
  const text = value.toString();
  const negative = text.startsWith('-');
  const digits = (negative ? text.slice(1) : text).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return negative ? `${MINUS}${digits}` : digits;
}

/** Base units as a number with up to nine decimals, trailing zeros trimmed: 9007199254740993n -> `9,007,199.254740993`. */
export function formatBaseUnits(value: bigint): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(DECIMALS + 1, '0');
  const whole = groupDigits(BigInt(digits.slice(0, -DECIMALS)));
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${negative ? MINUS : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** What stands on the screen: the number, and the unit in words beside it. `units`: in SUI and US, or in their base units. */
export function formatAmount(
  value: bigint,
  unit: Unit,
  units: 'whole' | 'base' = 'whole',
): { number: string; unit: string } {
  if (unit === 'none') return { number: groupDigits(value), unit: 'unit not stated' };
  if (units === 'base')
    return { number: groupDigits(value), unit: unit === 'sui' ? 'MIST' : 'base units of US' };
  return { number: formatBaseUnits(value), unit: unit === 'sui' ? 'SUI' : 'US' };
}

/** The same amount in base units: `9,007,199,254,740,993 MIST`. */
export function formatExact(value: bigint, unit: Unit): string {
  const names = { sui: ' MIST', us: ' base units of US', none: ', unit not stated' } as const;
  return `${groupDigits(value)}${names[unit]}`;
}

/** The ends of a drawing's scale in words; undefined where nothing varies, and so nothing is to be drawn. */
export function scaleOf(
  values: readonly bigint[],
  unit: Unit,
): { lowest: string; highest: string } | undefined {
  const [first] = values;
  if (first === undefined || values.every((value) => value === first)) return undefined;
  const words = (value: bigint) => {
    const { number, unit: name } = formatAmount(value, unit);
    return `${number} ${name}`;
  };
  const lowest = values.reduce((low, value) => (value < low ? value : low), first);
  const highest = values.reduce((high, value) => (value > high ? value : high), first);
  return { lowest: words(lowest), highest: words(highest) };
}
