'use client';
// The preferences store of the browser: kept in a cookie and followed by other tabs; hydration uses what the server read.
import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import {
  defaultPreferences,
  PREFERENCES_COOKIE,
  preferencesText,
  readPreferences,
  themeAttribute,
  type Preferences,
  zoneOnServer,
} from '@/lib/view/preferences';
import type { Zone } from '@/lib/view/time';

const YEAR_S = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();
let current: Preferences | undefined;

const FromServer = createContext<Preferences>(defaultPreferences);

function readCookie(): Preferences {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${PREFERENCES_COOKIE}=`));
  try {
    return readPreferences(decodeURIComponent(found?.slice(PREFERENCES_COOKIE.length + 1) ?? ''));
  } catch {
    // Malformed: absent, as on the server.
    return readPreferences(null);
  }
}

/** The server's object where it read the same, so that nothing is rendered again after hydration. */
function preferencesHere(fromServer: Preferences): Preferences {
  if (current !== undefined) return current;
  const read = readCookie();
  current = preferencesText(read) === preferencesText(fromServer) ? fromServer : read;
  return current;
}

function apply(next: Preferences): void {
  current = next;
  const theme = themeAttribute(next);
  if (theme === undefined) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

/** A changed cookie sends no event to other tabs; storage does. */
function onStorage(event: StorageEvent): void {
  if (event.key === PREFERENCES_COOKIE) apply(readCookie());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Changes choices for the whole app, in all tabs of this browser. */
export function setPreferences(change: Partial<Preferences>): void {
  const next = {
    ...(current ?? readCookie()),
    local: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...change,
  };
  const text = preferencesText(next);
  document.cookie = `${PREFERENCES_COOKIE}=${encodeURIComponent(text)}; path=/; max-age=${YEAR_S}; samesite=lax`;
  apply(next);
  try {
    window.localStorage.setItem(PREFERENCES_COOKIE, text);
  } catch {
    // Storage can be forbidden; then other tabs follow when they are loaded again.
  }
}

export function usePreferences(): Preferences {
  const fromServer = use(FromServer);
  return useSyncExternalStore(
    subscribe,
    () => preferencesHere(fromServer),
    () => fromServer,
  );
}

/** What the server read from the cookie, for everything below. */
export function PreferencesProvider({ value, children }: { value: Preferences; children: ReactNode }) {
  useEffect(() => {
    // A journey changes the machine's zone: the server must learn of it.
    const { zone, local } = readCookie();
    if (zone === 'local' && local !== Intl.DateTimeFormat().resolvedOptions().timeZone) setPreferences({});
  }, []);
  return <FromServer value={value}>{children}</FromServer>;
}

/** The chosen zone; by IANA name on the server and during hydration. */
export function useZone(): Zone {
  const fromServer = use(FromServer);
  return useSyncExternalStore(
    subscribe,
    () => preferencesHere(fromServer).zone,
    () => zoneOnServer(fromServer),
  );
}
