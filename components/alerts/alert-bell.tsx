'use client';
import { lazy, Suspense, useEffect, useState } from 'react';
import { networkStorage } from '@/lib/client/network-storage';
import { ALERTS_ENABLED, SWITCHES } from './alerts-enabled';

const ActiveAlerts = lazy(async () => ({ default: (await import('./active-alerts')).ActiveAlerts }));

function anyStored(): boolean {
  try {
    return (networkStorage().getItem(SWITCHES) ?? '[]') !== '[]';
  } catch {
    return false;
  }
}

/** On every page: loads and runs alerts once any is switched on. */
export function AlertBell() {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const check = () => setOn(anyStored());
    const onSwitch = (event: Event) => setOn((event as CustomEvent<boolean>).detail);
    const timer = setTimeout(check, 0);
    window.addEventListener('storage', check);
    window.addEventListener(ALERTS_ENABLED, onSwitch);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', check);
      window.removeEventListener(ALERTS_ENABLED, onSwitch);
    };
  }, []);
  return <Suspense>{on && <ActiveAlerts />}</Suspense>;
}
