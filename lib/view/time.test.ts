import { describe, expect, it } from 'vitest';
import {
  absoluteTime,
  apiTime,
  asApiTime,
  bucketStart,
  dayAndMonth,
  formatDuration,
  isRecent,
  relativeTime,
  timeOfDay,
  weekdayOf,
  timestampOf,
} from './time';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [-999, 'now'],
    [-38_000, '38 s ago'],
    [-120_000, '2 m ago'],
    [-3_599_999, '59 m ago'],
    [-86_400_000, '1 d ago'],
    [97 * 60_000 + 5, 'in 1 h 37 m'],
    [-(47 * 3_600_000), '1 d 23 h ago'],
    [3 * 86_400_000, 'in 3 d'],
  ])('%i ms', (distance, text) => expect(relativeTime(now + distance, now)).toBe(text));
});

it('a week is not recent any more', () => {
  expect(isRecent(now - 6 * 86_400_000, now)).toBe(true);
  expect(isRecent(now - 7 * 86_400_000, now)).toBe(false);
});

describe('absolute times', () => {
  const at = Date.parse('2026-11-21T12:04:18.220Z');
  it('print the zone', () => expect(absoluteTime(at, 'utc')).toBe('2026-11-21 12:04:18 UTC'));
  it('keep milliseconds where requested', () =>
    expect(absoluteTime(at, 'utc', { precise: true })).toBe('2026-11-21 12:04:18.220 UTC'));
  it('name the offset of the machine', () =>
    expect(absoluteTime(at, 'local')).toBe('2026-11-21 12:04:18 UTC+00:00'));
  it('give the time of day', () => expect(timeOfDay(at, 'utc')).toBe('12:04:18.220'));
});

it('a bucket of a day is named by its day in UTC in every zone, one of an hour by the moment', () => {
  const at = Date.parse('2026-11-21T00:00:00Z');
  for (const zone of ['utc', 'zone:America/New_York', 'zone:Pacific/Kiritimati'] as const) {
    expect(bucketStart(at, 'day', zone)).toBe('2026-11-21 UTC');
  }
  expect(bucketStart(at, 'hour', 'zone:Asia/Kathmandu')).toBe('2026-11-21 05:45 UTC+05:45');
});

it('a time beyond every calendar is shown as a number: the chain accepts any u64', () => {
  expect(timestampOf(0n)).toBe('1970-01-01T00:00:00.000Z');
  expect(timestampOf(8_640_000_000_000_000n)).toBe('+275760-09-13T00:00:00.000Z');
  expect(timestampOf(18_446_744_073_709_551_615n)).toBe('18446744073709551615 ms after 1970');
});

it('a day is named in the zone of the reader', () => {
  const at = Date.parse('2026-11-21T22:00:00Z');
  expect(dayAndMonth(at, 'utc')).toBe('21 Nov');
  expect(dayAndMonth(at, 'zone:Asia/Kolkata')).toBe('22 Nov');
  expect(weekdayOf(at)).toBe('Sat 21');
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [1_240, '1.2 s'],
    [999.6, '1 s'],
    [1_250, '1.3 s'],
    [59_940, '59.9 s'],
    [59_990, '1 m'],
    [125_000, '2 m 5 s'],
    [125_700, '2 m 6 s'],
    [3_599_700, '1 h'],
    [6_420_000 - 1, '1 h 47 m'],
    [86_399_000, '1 d'],
    [86_400_000 * 2 - 1, '2 d'],
    [604_800_000, '7 d'],
    [90_000_000, '1 d 1 h'],
  ])('%i ms', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it.each([
    [999.6, '1.0 s'],
    [4_000, '4.0 s'],
    [13_040, '13.0 s'],
    [705, '705 ms'],
    [125_000, '2 m 5 s'],
  ])('%i ms as measured', (ms, text) => expect(formatDuration(ms, { measured: true })).toBe(text));
});

it('a time that cannot be read is unknown, and no bound of a request', () => {
  const unreadable = Date.parse('yesterday');
  expect([formatDuration(unreadable), relativeTime(unreadable, 0)]).toEqual(['unknown', 'unknown']);
  expect(apiTime(Date.parse('2026-11-21T12:00:00Z'))).toBe('2026-11-21T12:00:00.000Z');
  for (const ms of [unreadable, Infinity, 8.64e15 + 1, Date.parse('+010000-01-01T00:00:00Z'), -1e15])
    expect(apiTime(ms)).toBeUndefined();
  const fine = '2026-11-21T12:00:00.123456789+05:45';
  expect(asApiTime(fine)).toBe(fine);
  for (const text of [
    '',
    'yesterday',
    '2026-11-21 12:00:00Z',
    '2026-11-21T12:00:60Z',
    '+010000-01-01T00:00:00Z',
  ])
    expect(asApiTime(text)).toBeUndefined();
});
