import { expect, test } from 'vitest';
import { defaultPreferences, preferencesText, readPreferences, zoneOnServer } from './preferences';
import { absoluteTime } from './time';

test('choices survive storage, and defaults are not stored', () => {
  const preferences = {
    theme: 'light',
    zone: 'local',
    local: 'Asia/Kolkata',
    graphs: 'down',
  } as const;
  expect(readPreferences(preferencesText(preferences))).toEqual(preferences);
  expect(preferencesText(defaultPreferences)).toBe('');
});

test('a text that somebody made up is the default, never a failure', () => {
  const stored = 'theme=pink&zone=mars&local=../../etc&graphs=%00&x=y';
  expect(readPreferences(stored)).toEqual(defaultPreferences);
  expect(readPreferences('local=Europe/Atlantis').local).toBeNull();
  // An earlier release stored these.
  const former = readPreferences('zone=local&units=base&density=compact&motion=reduced');
  expect(former).toEqual({ ...defaultPreferences, zone: 'local' });
  expect(readPreferences(undefined)).toEqual(defaultPreferences);
});

test("the server renders the user's zone with that day's offset, and UTC where it is unknown", () => {
  const read = (text: string) => zoneOnServer(readPreferences(text));
  const at = (iso: string, text: string) => absoluteTime(Date.parse(iso), read(text));
  expect(at('2026-07-01T22:30:05Z', 'zone=local&local=Europe/Berlin')).toBe('2026-07-02 00:30:05 UTC+02:00');
  expect(at('2026-12-01T22:30:05Z', 'zone=local&local=Europe/Berlin')).toBe('2026-12-01 23:30:05 UTC+01:00');
  expect(at('2026-12-01T22:30:05Z', 'zone=local&local=America/St_Johns')).toBe(
    '2026-12-01 19:00:05 UTC−03:30',
  );
  expect(at('2026-12-01T22:30:05Z', 'zone=local&local=Europe/London')).toBe('2026-12-01 22:30:05 UTC+00:00');
  expect(read('zone=local')).toBe('utc');
});
