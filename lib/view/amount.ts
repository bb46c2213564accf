// Amounts as text. Invariant: exact to the base unit; no floating point between wire and screen.
import type { RecordName } from './null-reasons/all';

/** `sui` is in MIST, `us` in base units of US, both 10^-9; `none` has no stated unit. */
export type Unit = 'sui' | 'us' | 'none';

const DECIMALS = 9;
/** As wide as a digit, and never a line break. */
const MINUS = '−';

/** 1234567 -> `1,234,567`. Not by Intl: loading its data takes 12 to 20 ms of a page's start in Chromium. */
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

/** Rounded to decimals; undefined where that would leave less than two digits of it. */
function roundedTo(value: bigint, decimals: number): bigint | undefined {
  const step = 10n ** BigInt(DECIMALS - decimals);
  const size = value < 0n ? -value : value;
  if (size < 10n * step) return undefined;
  const nearest = ((size + step / 2n) / step) * step;
  return value < 0n ? -nearest : nearest;
}

/** From here on an amount is shown in whole units: 1,000. */
export const LARGE = 10n ** 12n;

/** Base units rounded to four decimals, small ones to six, the smallest exact, large ones to whole units: 26029709n -> `0.026`. The exact amount is on hover. */
export function formatRounded(value: bigint): string {
  if (value >= LARGE || value <= -LARGE) return formatFixed(value, 0);
  return formatBaseUnits(roundedTo(value, 4) ?? roundedTo(value, 6) ?? value);
}

/** The displayed number and unit. */
export function formatAmount(value: bigint, unit: Unit): { number: string; unit: string } {
  if (unit === 'none') return { number: groupDigits(value), unit: 'unit not stated' };
  return { number: formatBaseUnits(value), unit: unit === 'sui' ? 'SUI' : 'US' };
}

/** The number for a spreadsheet: exact, without groups. */
export function plainAmount(value: bigint, unit: Unit): string {
  return formatAmount(value, unit).number.replaceAll(',', '').replace(MINUS, '-');
}

/** The same amount in base units: `9,007,199,254,740,993 MIST`. */
export function formatExact(value: bigint, unit: Unit): string {
  const names = { sui: ' MIST', us: ' base units of US', none: ', unit not stated' } as const;
  return `${groupDigits(value)}${names[unit]}`;
}

/** Lowest and highest value for a chart's scale; undefined when nothing varies. */
export function scaleOf(
  values: readonly bigint[],
  unit: Unit,
): { lowest: string; highest: string } | undefined {
  const [first] = values;
  if (first === undefined || values.every((value) => value === first)) return undefined;
  const lowest = values.reduce((low, value) => (value < low ? value : low), first);
  const highest = values.reduce((high, value) => (value > high ? value : high), first);
  // Exact where they would read the same.
  const isRounded = unit !== 'none' && formatRounded(lowest) !== formatRounded(highest);
  const words = (value: bigint) => {
    const { number, unit: name } = formatAmount(value, unit);
    return `${isRounded ? formatRounded(value) : number} ${name}`;
  };
  return { lowest: words(lowest), highest: words(highest) };
}

/** `1 event`, `1,204 events`. `many` where it is not the word and an s: `vertices`. */
export function counted(count: number | bigint, singular: string, plural = `${singular}s`): string {
  return `${groupDigits(count)} ${count.toString() === '1' ? singular : plural}`;
}

type Row = Readonly<Record<string, unknown>>;

const units: Partial<Record<RecordName, Record<string, Unit | ((row: Row) => Unit)>>> = {
  leader: { stake_pool_total: 'us' },
  stakeEvent: { amount: 'us', pool_total: 'us' },
  leaderRegistry: { min_stake_us: 'us', max_transaction_budget: 'none' },
  gasEvent: { available_funds: 'none', required_tool_fee: 'none' },
  tool: { vault_balance_us: 'us' },
  reserve: { balance_mist: 'sui' },
  task: { reserve_mist: 'sui' },
  payment: {
    // Stated for none, and shown by those that are exactly the recorded gas.
    consumed_total: ({ consumed_total, gas_mist }) =>
      typeof gas_mist === 'bigint' && consumed_total === gas_mist ? 'sui' : 'none',
    gas_mist: 'sui',
    cost_mist: 'sui',
    gas_budget_mist: 'sui',
    locked_budget_mist: 'sui',
    max_budget_mist: 'sui',
    priority_fee_reserve_mist: 'sui',
  },
  ledgerEvent: {
    amount: 'none',
    cost: 'none',
    gas_fee_mist: 'sui',
    priority_fee_mist: 'sui',
    tool_fee_mist: 'sui',
    refill_amount: 'none',
    required_shortfall: 'none',
  },
  priorityFeeEvent: { amount: 'none', us_in: 'us', us_refunded: 'us', sui_out: 'sui' },
};

/** `3 events`, or `some events` where the index does not count them. */
export function countedIfKnown(total: number | null, singular: string): string {
  return total === null ? `some ${singular}s` : counted(total, singular);
}

/** `20 of 1,204`; `20` where the index does not count. */
export function partOf(count: number, total: number | null): string {
  return total === null ? groupDigits(count) : `${groupDigits(count)} of ${groupDigits(total)}`;
}

/** The unit of a record's field, which may follow from its row; `none` where nothing states one. */
export function unitOf(record: RecordName, field: string, row: object = {}): Unit {
  const unit = units[record]?.[field] ?? 'none';
  return typeof unit === 'function' ? unit(row as Row) : unit;
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

/** Base units rounded to decimals, all of them written; what is too small for them is not zero: 79749n -> `<0.001`. */
export function formatFixed(value: bigint, decimals: number): string {
  if (value < 0n) return `${MINUS}${formatFixed(-value, decimals)}`;
  if (value === 0n) return '0';
  const step = 10n ** BigInt(DECIMALS - decimals);
  const nearest = ((value + step / 2n) / step) * step;
  const format = (amount: bigint) => {
    const [whole = '', fraction = ''] = formatBaseUnits(amount).split('.');
    return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
  };
  return nearest === 0n ? `<${format(step)}` : format(nearest);
}

/** The decimals of a column of amounts in base units: enough for two digits of its typical one, none where all are large, none that are zero in all. */
export function decimalsFor(amounts: readonly number[]): number {
  const sizes = amounts
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const typical = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const enough =
    (sizes[0] ?? 0) >= Number(LARGE)
      ? 0
      : ([3, 4, 5, 6, 7, 8].find((decimals) => typical >= 10 ** (10 - decimals)) ?? DECIMALS);
  const isExact = (decimals: number) => sizes.every((size) => size % 10 ** (DECIMALS - decimals) === 0);
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].find((decimals) => decimals >= enough || isExact(decimals)) ?? enough;
}
