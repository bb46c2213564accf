// A minute that a reader types, on the clock of a zone: that clock shows it once, twice or never.
import { minuteTime, offsetAt, type Zone } from './time';

const MINUTE = 60_000;
const REST_OF_MINUTE = MINUTE - 1;
/** Beyond the widest offset: a change of it is between here and there. */
const NEAR = 15 * 60 * MINUTE;

/** A time in ms as the value of a datetime-local input: `2026-11-21T12:04`. */
export function toMinute(ms: number, zone: Zone): string {
  const [date = '', clock = ''] = minuteTime(ms, zone).split(' ');
  // Years beyond 9999 have a sign and six digits, which the input does not read.
  return `${date.replace(/^\+0*/, '')}T${clock}`;
}

export type TypedMinute =
  /** The first and last ms of that minute, and what is special about it. */
  { first: number; last: number; note: string | null } | { error: string };

const error = (text: string): TypedMinute => ({ error: text });
const YEARS = error('The year must be between 1 and 9999');

/** Null where a millisecond is outside the years that a time parameter allows. */
function inYears(read: { first: number; last: number; note: string | null }): TypedMinute {
  const isAllowed = [read.first, read.last].every((ms) => /^(?!0000)\d{4}-/.test(new Date(ms).toISOString()));
  return isAllowed ? read : YEARS;
}

/** When the clock jumps past a minute that it never shows. */
function jump(requested: number, offsets: readonly number[], zone: Zone): number {
  let [before, after] = [requested - Math.max(...offsets), requested - Math.min(...offsets)];
  while (after - before > MINUTE) {
    const middle = Math.floor((before + after) / 2 / MINUTE) * MINUTE;
    if (middle + offsetAt(middle, zone) * MINUTE > requested) after = middle;
    else before = middle;
  }
  return after;
}

/** The value of a datetime-local input, read in the zone; null when it is empty. */
export function readMinute(text: string, zone: Zone): TypedMinute | null {
  if (text === '') return null;
  const [, year = '', rest = ''] = /^(\d{4,6})(-\d\d-\d\dT\d\d:\d\d)/.exec(text) ?? [];
  // In another zone a year later or earlier can be allowed.
  if (Number(year) > 10_000) return YEARS;
  const requested = Date.parse(`${year.length > 4 ? `+${year.padStart(6, '0')}` : year}${rest}Z`);
  if (Number.isNaN(requested) || toMinute(requested, 'utc') !== `${year.replace(/^0+(?=\d{4})/, '')}${rest}`)
    return error('Enter a complete date and time');
  const samples = [requested - NEAR, requested, requested + NEAR];
  const offsets = [...new Set(samples.map((ms) => offsetAt(ms, zone) * MINUTE))];
  const instants = offsets
    .map((offset) => requested - offset)
    .filter((ms) => ms + offsetAt(ms, zone) * MINUTE === requested)
    .sort((a, b) => a - b);
  const [first, second] = instants;
  if (first !== undefined) {
    const note = second === undefined ? null : 'Occurs twice, as clocks go back; both are included';
    return inYears({ first, last: (second ?? first) + REST_OF_MINUTE, note });
  }
  const at = jump(requested, offsets, zone);
  const [from, to] = [toMinute(at - MINUTE, zone), toMinute(at, zone)].map((minute) =>
    minute.replace('T', ' '),
  );
  return inYears({
    first: at,
    last: at - 1,
    note: `Skipped by a clock change: ${from} is followed by ${to}`,
  });
}
