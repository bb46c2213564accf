'use client';
// The time zone of the whole app.
import { zoneOnServer } from '@/lib/view/preferences';
import type { Zone } from '@/lib/view/time';
import { useInBrowser } from './now';
import { usePreferences } from './preferences';

/** The chosen zone; by IANA name on the server and during hydration. */
export function useZone(): Zone {
  const preferences = usePreferences();
  const inBrowser = useInBrowser();
  return inBrowser ? preferences.zone : zoneOnServer(preferences);
}
