'use client';
// The zone that all times of the app are printed in.
import { zoneOnServer } from '@/lib/view/preferences';
import type { Zone } from '@/lib/view/time';
import { useInBrowser } from './now';
import { usePreferences } from './preferences';

/** The reader's choice; on the server and in the first drawing by name, for there the machine's own zone is another. */
export function useZone(): Zone {
  const preferences = usePreferences();
  const inBrowser = useInBrowser();
  return inBrowser ? preferences.zone : zoneOnServer(preferences);
}
