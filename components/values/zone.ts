'use client';
// The one zone switch of the app. Kept in this browser; other tabs follow. The server knows no zone and draws UTC.
import { useSyncExternalStore } from 'react';
import type { Zone } from '@/lib/view/time';

const KEY = 'dagscope.zone';
const listeners = new Set<() => void>();
let current: Zone | undefined;

function read(): Zone {
  try {
    return window.localStorage.getItem(KEY) === 'local' ? 'local' : 'utc';
  } catch {
    // Storage can be forbidden; then the choice lives as long as the page.
    return 'utc';
  }
}

function changed(): void {
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key !== KEY) return;
  current = read();
  changed();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function setZone(zone: Zone): void {
  current = zone;
  try {
    window.localStorage.setItem(KEY, zone);
  } catch {
    // See read().
  }
  changed();
}

/** The zone in use and how to change it for the whole app. */
export function useZone(): [Zone, (zone: Zone) => void] {
  const zone = useSyncExternalStore<Zone>(
    subscribe,
    () => (current ??= read()),
    () => 'utc',
  );
  return [zone, setZone];
}
