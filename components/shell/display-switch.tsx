'use client';
import { lazy } from 'react';
import { OnFirstPress } from '@/components/ui/on-first-press';
import { DisplayButton } from './display-button';

const DisplayMenu = lazy(async () => ({ default: (await import('./display-menu')).DisplayMenu }));

/** Theme, density, units and motion. */
export function DisplaySwitch() {
  return <OnFirstPress button={<DisplayButton />} Opened={DisplayMenu} />;
}
