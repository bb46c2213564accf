'use client';
import { lazy } from 'react';
import { OnFirstPress } from '@/components/ui/on-first-press';
import { ConnectionButton } from './connection-button';

const ConnectionMenu = lazy(async () => ({ default: (await import('./connection-menu')).ConnectionMenu }));

/** The networks and keys of this browser, at the foot of the rail. */
export function ConnectionSwitch() {
  return (
    <div className="mt-auto px-1 pb-2">
      <OnFirstPress button={<ConnectionButton />} Opened={ConnectionMenu} />
    </div>
  );
}
