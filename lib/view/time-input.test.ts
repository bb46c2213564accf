import { describe, expect, it, test } from 'vitest';
import { readMinute, toMinute } from './time-input';
import type { Zone } from './time';

function read(text: string, zone: Zone) {
  const minute = readMinute(text, zone);
  if (minute === null || 'error' in minute) return minute;
  const at = (ms: number) => new Date(ms).toISOString();
  return { first: at(minute.first), last: at(minute.last), note: minute.note };
}

const TWICE = 'Occurs twice, as clocks go back; both are included';

describe('a minute that a clock shows twice is read as both', () => {
  it.each([
    ['zone:Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:59.999Z'],
    ['zone:Europe/Berlin', '2026-10-25T02:59', '2026-10-25T00:59:00.000Z', '2026-10-25T01:59:59.999Z'],
    ['zone:America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:59.999Z'],
    // By half an hour.
    ['zone:Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:59.999Z'],
    // At midnight, into the day before.
    ['zone:America/Sao_Paulo', '2019-02-16T23:30', '2019-02-17T01:30:00.000Z', '2019-02-17T02:30:59.999Z'],
  ] as const)('%s %s', (zone, text, first, last) => {
    expect(read(text, zone)).toEqual({ first, last, note: TWICE });
  });
});

describe('a minute that a clock skips is the moment of the change', () => {
  it.each([
    ['zone:Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00.000Z', '01:59', '03:00'],
    ['zone:Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00.000Z', '01:59', '02:30'],
    ['zone:America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00:00.000Z', '23:59', '01:00'],
    ['zone:Africa/Cairo', '2026-04-24T00:30', '2026-04-23T22:00:00.000Z', '23:59', '01:00'],
    // A whole day, at the date line.
    ['zone:Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z', '23:59', '00:00'],
  ] as const)('%s %s', (zone, text, first, from, to) => {
    const minute = read(text, zone);
    expect(minute).toMatchObject({ first, last: new Date(Date.parse(first) - 1).toISOString() });
    expect(minute).toHaveProperty(
      'note',
      expect.stringMatching(new RegExp(`${from} is followed by .*${to}$`)),
    );
  });
});

test.each([
  'utc',
  'local',
  'zone:Asia/Kolkata',
  'zone:Asia/Kathmandu',
  'zone:Pacific/Apia',
  'zone:Pacific/Kiritimati',
  'zone:America/New_York',
  'zone:Australia/Lord_Howe',
] as const)('every minute of a clock in %s is read back', (zone) => {
  const days = ['2026-03-08', '2026-04-04', '2026-06-30', '2026-10-03', '2026-11-01', '2011-12-31'];
  for (const day of days)
    for (let minutes = 0; minutes < 24 * 60; minutes += 37) {
      const ms = Date.parse(`${day}T00:00Z`) + minutes * 60_000;
      const minute = readMinute(toMinute(ms, zone), zone);
      if (minute === null || 'error' in minute) throw new Error(toMinute(ms, zone));
      expect([minute.first, minute.last - 59_999]).toContain(ms);
    }
});

test('an empty field sets no bound; an unreadable one shows the reason', () => {
  expect(readMinute('', 'utc')).toBeNull();
  for (const zone of ['utc', 'local', 'zone:Europe/Berlin'] as const) {
    for (const year of ['0000', '10001', '102026', '275760'])
      expect(readMinute(`${year}-10-25T02:00`, zone)).toEqual({
        error: 'The year must be between 1 and 9999',
      });
    for (const text of ['2026', '2026-02-30T00:00', '2026-10-25T25:00', 'x'])
      expect(readMinute(text, zone)).toEqual({ error: 'Enter a complete date and time' });
  }
});

test('the years that a parameter allows are those of UTC', () => {
  expect(read('10000-01-01T05:29', 'zone:Asia/Kolkata')).toMatchObject({ first: '9999-12-31T23:59:00.000Z' });
  expect(readMinute('9999-12-31T23:59', 'zone:America/New_York')).toHaveProperty('error');
  expect(read('0026-10-25T02:00', 'utc')).toMatchObject({ first: '0026-10-25T02:00:00.000Z' });
  expect(toMinute(Date.parse('9999-12-31T23:59Z'), 'zone:Asia/Kolkata')).toBe('10000-01-01T05:29');
});
