'use client';
import { lazy } from 'react';
import { OnFirstPress } from '@/components/ui/on-first-press';
import { ZoneButton } from './zone-button';

const ZoneMenu = lazy(async () => ({ default: (await import('./zone-menu')).ZoneMenu }));

/** The one zone switch: every time of the app follows. */
export function ZoneSwitch() {
  return <OnFirstPress button={<ZoneButton />} Opened={ZoneMenu} />;
}
