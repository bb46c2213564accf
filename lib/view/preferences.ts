// Display preferences, stored in a cookie so that the server renders the page as it will stay.
// Invariant: unreadable values become the default, and names of other releases are ignored.
import type { Zone } from './time';

export interface Preferences {
  theme: 'system' | 'dark' | 'light';
  zone: 'utc' | 'local';
  /** The IANA name of the browser's zone, which the server cannot know otherwise; null until the browser has reported it. */
  local: string | null;
  /** The way graphs run: from left to right, or from the top down. */
  graphs: 'right' | 'down';
}

export const PREFERENCES_COOKIE = 'dagscope.view';

export const defaultPreferences: Preferences = {
  theme: 'system',
  zone: 'utc',
  local: null,
  graphs: 'right',
};

function choice<Value extends string>(stored: string | null, values: readonly [Value, ...Value[]]): Value {
  return values.find((value) => value === stored) ?? values[0];
}

/** The name of a zone that this machine knows; null for anything else. */
function zoneName(name: string | null): string | null {
  if (name === null || !/^[A-Za-z0-9_+\-/]{1,64}$/.test(name)) return null;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return name;
  } catch {
    return null;
  }
}

/** Reads the cookie's text. */
export function readPreferences(text: string | null | undefined): Preferences {
  const stored = new URLSearchParams(text ?? '');
  return {
    theme: choice(stored.get('theme'), ['system', 'dark', 'light']),
    zone: choice(stored.get('zone'), ['utc', 'local']),
    local: zoneName(stored.get('local')),
    graphs: choice(stored.get('graphs'), ['right', 'down']),
  };
}

/** The cookie's text, without defaults. */
export function preferencesText(preferences: Preferences): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(preferences))
    if (value !== null && value !== defaultPreferences[key as keyof Preferences])
      params.set(key, String(value));
  return params.toString();
}

/** `data-theme` of the document; without it the theme is the system's. */
export function themeAttribute({ theme }: Preferences): 'dark' | 'light' | undefined {
  return theme === 'system' ? undefined : theme;
}

/** The zone to draw times in on the server, whose own is not the user's. */
export function zoneOnServer({ zone, local }: Preferences): Zone {
  if (zone === 'utc' || local === null) return 'utc';
  return `zone:${local}`;
}
