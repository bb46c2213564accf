// Times as text. "Now" is always an argument. Invariant: an absolute time is never printed without its zone.

/** UTC, this machine's zone, or one by IANA name (the user's zone, on a server). */
export type Zone = 'utc' | 'local' | `zone:${string}`;

/** When it happened on chain, or when the index recorded it. */
export type Clock = 'on chain' | 'indexed';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Older times are shown as dates. */
const RECENT_MS = 7 * DAY;

function steps(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m`;
  // Two steps: "in 1 h" would be wrong for 97 minutes.
  return formatDuration(ms - (ms % (ms < DAY ? MINUTE : HOUR)));
}

/** Shown for a time or a duration that cannot be read. */
const UNREADABLE = 'unknown';

/** `38 s ago`, `in 1 h 37 m`, `now` within a second. */
export function relativeTime(at: number, now: number): string {
  const distance = now - at;
  if (Number.isNaN(distance)) return UNREADABLE;
  if (Math.abs(distance) < SECOND) return 'now';
  return distance > 0 ? `${steps(distance)} ago` : `in ${steps(-distance)}`;
}

export function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < RECENT_MS;
}

const two = (value: number) => value.toString().padStart(2, '0');

/** The last moment a date can hold, in ms since 1970. */
const LAST = 8_640_000_000_000_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone at a moment, in minutes. */
function offsetIn(ms: number, timeZone: string): number {
  // Creating a format is far slower than using it.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** `UTC+02:00` */
function offsetName(minutes: number): string {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The offset from UTC at a moment, in minutes. */
export function offsetAt(ms: number, zone: Zone): number {
  if (zone === 'utc') return 0;
  return zone === 'local' ? -new Date(ms).getTimezoneOffset() : offsetIn(ms, zone.slice('zone:'.length));
}

function parts(ms: number, zone: Zone) {
  const offset = offsetAt(ms, zone);
  // Not toISOString, which throws for an invalid date.
  const shifted = String(new Date(Math.min(LAST, ms + offset * MINUTE)).toJSON());
  const [date = '', time = ''] = shifted.split('T');
  return {
    date,
    clock: time.slice(0, 8),
    millis: time.slice(9, 12),
    zone: zone === 'utc' ? 'UTC' : offsetName(offset),
  };
}

/** The first and last millisecond that a time of the API has: the years 1 to 9999. */
const API_YEARS = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const;

/** The nearest time that the API has. */
export const clampTime = (ms: number) => Math.min(Math.max(ms, API_YEARS[0]), API_YEARS[1]);

/** Milliseconds since 1970 as RFC 3339; undefined outside the years that a time of the API has. */
export function apiTime(ms: number): string | undefined {
  return clampTime(ms) === ms ? new Date(ms).toISOString() : undefined;
}

/** A time that an index gave, as it can be sent back; undefined where it is no RFC 3339. */
export function asApiTime(text: string): string | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  return isTime && apiTime(Date.parse(text)) !== undefined ? text : undefined;
}

/** On-chain milliseconds since 1970 as RFC 3339; null beyond what a date can hold (a u64 goes further). */
export function chainTime(ms: unknown): string | null {
  const at = typeof ms === 'bigint' ? new Date(Number(ms)) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The same, spelled out beyond what a date can hold. */
export function timestampOf(ms: bigint): string {
  return chainTime(ms) ?? `${ms} ms after 1970`;
}

/** `2026-11-21 12:04:18 UTC`; `precise` adds milliseconds. */
export function absoluteTime(at: number, zone: Zone, { precise = false } = {}): string {
  const { date, clock, millis, zone: name } = parts(at, zone);
  return `${date} ${clock}${precise ? `.${millis}` : ''} ${name}`;
}

/** `2026-11-21 12:04 UTC`, for axes. */
export function minuteTime(at: number, zone: Zone): string {
  const { date, clock, zone: name } = parts(at, zone);
  return `${date} ${clock.slice(0, 5)} ${name}`;
}

/** `12:04:18.220`, for columns whose header prints the zone. */
export function timeOfDay(at: number, zone: Zone): string {
  const { clock, millis } = parts(at, zone);
  return `${clock}.${millis}`;
}

/** `12:03:11 UTC`, for today. */
export function clockTime(at: number, zone: Zone): string {
  const { clock, zone: name } = parts(at, zone);
  return `${clock} ${name}`;
}

/** `12:00`, for axes. */
export function hourOfDay(at: number, zone: Zone): string {
  return parts(at, zone).clock.slice(0, 5);
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Wed 18`, for axes of a few days of UTC. */
export function weekdayOf(at: number): string {
  const date = new Date(at);
  return `${DAYS[date.getUTCDay()] ?? ''} ${date.getUTCDate()}`;
}

/** `18 Nov`, for axes and times of another day. */
export function dayAndMonth(at: number, zone: Zone): string {
  const [, month, day] = parts(at, zone).date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1] ?? ''}`;
}

/** When a bucket of the index begins. Its days are those of UTC in every zone: `2026-11-21 UTC`; its hours are moments. */
export function bucketStart(at: number, bucket: 'hour' | 'day', zone: Zone): string {
  return bucket === 'day' ? `${parts(at, 'utc').date} UTC` : minuteTime(at, zone);
}

/** The units of a duration with what it is rounded to from there on. */
const UNITS: readonly [size: number, name: string, precision: number][] = [
  [DAY, 'd', HOUR],
  [HOUR, 'h', MINUTE],
  [MINUTE, 'm', SECOND],
  [SECOND, 's', 100],
];

/** `850 ms`, `1.2 s`, `2 m 5 s`, `7 d`: at most two units, rounded: 59.97 s is `1 m`. `measured`: `4.0 s`, so that points align in a column. */
export function formatDuration(ms: number, { measured = false } = {}): string {
  if (Number.isNaN(ms)) return UNREADABLE;
  const rounded = roundedDuration(ms);
  const at = UNITS.findIndex(([size]) => rounded >= size);
  const [size, name] = UNITS[at] ?? [1, 'ms'];
  if (size === SECOND && measured) return `${(rounded / size).toFixed(1)} ${name}`;
  if (size <= SECOND) return `${rounded / size} ${name}`;
  const [smaller, smallerName] = UNITS[at + 1] ?? [1, 'ms'];
  const rest = Math.round((rounded % size) / smaller);
  return `${Math.floor(rounded / size)} ${name}${rest === 0 ? '' : ` ${rest} ${smallerName}`}`;
}

/** Rounding up may reach the next unit, which is coarser. */
function roundedDuration(ms: number): number {
  const precisionOf = (duration: number) => UNITS.find(([size]) => duration >= size)?.[2] ?? 1;
  const once = Math.round(ms / precisionOf(ms)) * precisionOf(ms);
  return Math.round(once / precisionOf(once)) * precisionOf(once);
}
