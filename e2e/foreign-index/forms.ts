// The forms of variants.ts: the same rows with other tokens, numbers, ids and keys. What is true does not change with them.
import type { Behaviour } from '@/e2e/foreign-index/variants';
import { ExactNumber } from '@/lib/json/exact-number';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const OFFSET_MS = 2 * 3_600_000;
const ODD_COLUMNS = Object.entries({
  absent_fields: 'none',
  unreadable: ['x'],
  constructor: { name: 'x' },
  toString: 1,
  hasOwnProperty: null,
  key: 'x',
  ref: 'x',
  children: 'x',
});

/** `12.0`, `1.5E+18` */
function spelled(value: number | bigint): unknown {
  const text = String(value);
  const [, start, zeros] = /^(-?\d+?)(0{3,})$/.exec(text) ?? [];
  if (zeros !== undefined) return new ExactNumber(`${start}E+${zeros.length}`);
  return /^-?\d+$/.test(text) ? new ExactNumber(`${text}.0`) : value;
}

/** The same moment two hours east, in nanoseconds. */
function withOffset(time: string): string {
  const local = new Date(Date.parse(time) + OFFSET_MS).toISOString();
  return `${local.slice(0, -1)}789012+02:00`;
}

const withOddColumns = (row: unknown): unknown =>
  Object.fromEntries([...Object.entries(row as object), ...ODD_COLUMNS, ['__proto__', { polluted: true }]]);

const ID = /^0x[0-9a-f]{64}$/;
/** No multiple of a page, so that arithmetic with it leads astray. */
const FIRST_NUMBER = 1_002;

/** The token of the page that starts at this row. */
export function tokenAt({ tokens }: Behaviour, start: number): string | number {
  if (tokens === 'text') return Buffer.from(`after:${start}`).toString('base64');
  return tokens === 'numbers' ? FIRST_NUMBER + 3 * start : start;
}

/** Where the page of a token starts; undefined for a token that was never given. */
export function startOf({ tokens }: Behaviour, token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  if (tokens === 'text') {
    const [, start] = /^after:(\d+)$/.exec(Buffer.from(token, 'base64').toString()) ?? [];
    return start === undefined ? undefined : Number(start);
  }
  const start = tokens === 'numbers' ? (Number(token) - FIRST_NUMBER) / 3 : Number(token);
  return Number.isInteger(start) && start >= 0 ? start : undefined;
}

function inForm(behaviour: Behaviour, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inForm(behaviour, item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => !(behaviour.leavesOutNulls === true && field === null))
        .map(([name, field]) => [name, inForm(behaviour, field)]),
    );
  if (behaviour.upperCaseIds === true && typeof value === 'string' && ID.test(value))
    return `0x${value.slice(2).toUpperCase()}`;
  if (behaviour.offsetTimes === true && typeof value === 'string' && TIME.test(value))
    return withOffset(value);
  if (behaviour.spelledNumbers === true && (typeof value === 'number' || typeof value === 'bigint'))
    return spelled(value);
  if (behaviour.textNumbers === true && (typeof value === 'number' || typeof value === 'bigint'))
    return String(value);
  return value;
}

/** A body as this index sends it. Of an event the payload is the chain's own and stays as it is. */
export function formed(behaviour: Behaviour, body: unknown): unknown {
  const { leavesOutNulls, upperCaseIds, textNumbers, spelledNumbers, offsetTimes, oddColumns } = behaviour;
  const isFormed = [leavesOutNulls, upperCaseIds, textNumbers, spelledNumbers, offsetTimes].includes(true);
  const form = isFormed ? inForm(behaviour, body) : body;
  if (oddColumns !== true) return form;
  const { items } = form as { items?: unknown[] };
  return items === undefined
    ? withOddColumns(form)
    : { ...(form as object), items: items.map(withOddColumns) };
}
