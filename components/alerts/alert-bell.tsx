'use client';
import dynamic from 'next/dynamic';
import { storedSwitches } from '@/lib/client/alerts/stored-alerts';
import { useLocalStorage } from '@/lib/client/use-local-storage';

const ActiveAlerts = dynamic(async () => (await import('./active-alerts')).ActiveAlerts, { ssr: false });

/** On every page: loads and runs alerts once any is switched on. */
export function AlertBell() {
  return useLocalStorage(storedSwitches).length > 0 && <ActiveAlerts />;
}
