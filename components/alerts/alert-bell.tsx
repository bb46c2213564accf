'use client';
import { lazy, Suspense, useEffect, useState } from 'react';
import { networkStorage } from '@/components/shell/network-storage';
import { SWITCHES, SWITCHED } from './switched';

const AlertsOn = lazy(async () => ({ default: (await import('./alerts-on')).AlertsOn }));

/** Whether storage holds a switch. What it says is read by those who act on it. */
function hasSwitch(): boolean {
  try {
    return (networkStorage().getItem(SWITCHES) ?? '[]') !== '[]';
  } catch {
    return false;
  }
}

/** On every page: watches for alerts where the reader has switched one on. Until then nothing of it is loaded but this question. */
export function AlertBell() {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const look = () => setOn(hasSwitch());
    const here = (event: Event) => setOn((event as CustomEvent<boolean>).detail);
    const timer = setTimeout(look, 0);
    window.addEventListener('storage', look);
    window.addEventListener(SWITCHED, here);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', look);
      window.removeEventListener(SWITCHED, here);
    };
  }, []);
  return <Suspense>{on && <AlertsOn />}</Suspense>;
}
