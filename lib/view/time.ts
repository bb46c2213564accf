// Times as text. "Now" is always an argument. Invariant: an absolute time is never printed without its zone.

/** UTC, this machine's zone, or one by IANA name (the reader's zone, on a server). */
export type Zone = 'utc' | 'local' | `zone:${string}`;

/** When it happened on chain, or when the index recorded it. */
export type Clock = 'on chain' | 'indexed';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Older times are shown as dates. */
export const RECENT_MS = 7 * DAY;

function steps(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m`;
  // Two steps: "in 1 h" would be wrong for 97 minutes.
  return ms < DAY ? formatDuration(ms - (ms % MINUTE)) : formatDuration(ms - (ms % HOUR));
}

/** `38 s ago`, `in 1 h 37 m`, `now` within a second. */
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

/** Creating a format is far slower than using it. */
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

/** `11-21`, for axes. */
export function dayOfYear(at: number, zone: Zone): string {
  return parts(at, zone).date.slice(5);
}

/** `850 ms`, `1.2 s`, `2 m 5 s`, `7 d`: at most two units. */
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
