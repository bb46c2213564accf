// Times as text. The moment "now" is always an argument, so that the same input gives the same text in tests, on the server and in the browser.
// Invariant: an absolute time is never printed without its zone.

/** The zone of the whole app: UTC, the one of the machine this runs on, or one by its IANA name (the reader's, on a server). */
export type Zone = 'utc' | 'local' | `zone:${string}`;

/** The two clocks of the index: when it happened on chain, and when the index wrote it down. */
export type Clock = 'on chain' | 'indexed';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From here on a distance says less than a date. */
export const RECENT_MS = 7 * DAY;

function steps(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** `38 s ago`, `in 3 d`, `now` within a second. */
export function relativeTime(at: number, now: number): string {
  const distance = now - at;
  if (Math.abs(distance) < SECOND) return 'now';
  return distance > 0 ? `${steps(distance)} ago` : `in ${steps(-distance)}`;
}

export function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < RECENT_MS;
}

const two = (value: number) => value.toString().padStart(2, '0');

interface Parts {
  date: string;
  clock: string;
  millis: string;
  zone: string;
}

/** `UTC`, or the offset the machine had at that moment: `UTC+02:00`. */
function offsetName(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, made);
  return made;
}

function partsIn(ms: number, timeZone: string): Parts {
  const found = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  const offset = part('timeZoneName').replace('GMT', '').replace('-', '−');
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    clock: `${part('hour')}:${part('minute')}:${part('second')}`,
    millis: new Date(ms).getUTCMilliseconds().toString().padStart(3, '0'),
    zone: `UTC${offset === '' ? '+00:00' : offset}`,
  };
}

function parts(ms: number, zone: Zone): Parts {
  if (zone.startsWith('zone:')) return partsIn(ms, zone.slice('zone:'.length));
  const at = new Date(ms);
  const utc = zone === 'utc';
  const [year, month, day] = utc
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    : [at.getFullYear(), at.getMonth(), at.getDate()];
  const [hour, minute, second] = utc
    ? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
    : [at.getHours(), at.getMinutes(), at.getSeconds()];
  return {
    date: `${year}-${two(month + 1)}-${two(day)}`,
    clock: `${two(hour)}:${two(minute)}:${two(second)}`,
    millis: at.getUTCMilliseconds().toString().padStart(3, '0'),
    zone: utc ? 'UTC' : offsetName(at),
  };
}

/** A moment of the chain's clock, in ms since 1970, as rows write times; null for what is none that a date can hold (a u64 goes further). */
export function chainTime(ms: unknown): string | null {
  const at = typeof ms === 'bigint' ? new Date(Number(ms)) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The same, as a number in words where no calendar goes so far. */
export function timestampOf(ms: bigint): string {
  return chainTime(ms) ?? `${ms} ms after 1970`;
}

/** `2026-11-21 12:04:18 UTC`; `precise` adds milliseconds. */
export function absoluteTime(at: number, zone: Zone, { precise = false } = {}): string {
  const { date, clock, millis, zone: name } = parts(at, zone);
  return `${date} ${clock}${precise ? `.${millis}` : ''} ${name}`;
}

/** To the minute, for the ends of an axis: `2026-11-21 12:04 UTC`. */
export function minuteTime(at: number, zone: Zone): string {
  const { date, clock, zone: name } = parts(at, zone);
  return `${date} ${clock.slice(0, 5)} ${name}`;
}

/** Time of day with milliseconds, for rows whose zone stands in the column's head: `12:04:18.220`. */
export function timeOfDay(at: number, zone: Zone): string {
  const { clock, millis } = parts(at, zone);
  return `${clock}.${millis}`;
}

/** Time of day with its zone, for what happened today: `12:03:11 UTC`. */
export function clockTime(at: number, zone: Zone): string {
  const { clock, zone: name } = parts(at, zone);
  return `${clock} ${name}`;
}

/** Hour and minute for an axis: `12:00`. */
export function hourOfDay(at: number, zone: Zone): string {
  return parts(at, zone).clock.slice(0, 5);
}

/** Day and month for an axis: `11-21`. */
export function dayOfYear(at: number, zone: Zone): string {
  return parts(at, zone).date.slice(5);
}

/** A duration: `850 ms`, `1.2 s`, `2 m 5 s`, `7 d`. At most two steps, the smaller only when it is not zero. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${trimmed(ms / SECOND)} s`;
  const sizes: [number, string][] = [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
    [SECOND, 's'],
  ];
  const first = sizes.findIndex(([size]) => ms >= size);
  const words = sizes.slice(first, first + 2).map(([size, name], index) => {
    const amount = index === 0 ? Math.floor(ms / size) : Math.floor((ms % (sizes[first]?.[0] ?? 1)) / size);
    return amount === 0 && index > 0 ? '' : `${amount} ${name}`;
  });
  return words.filter(Boolean).join(' ');
}

function trimmed(value: number): string {
  return (Math.floor(value * 10) / 10).toString();
}
