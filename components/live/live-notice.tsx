'use client';
import { useOffline } from 'next/offline';
import { useSyncExternalStore } from 'react';
import { useLive } from '@/lib/client/live/use-live';
import { connectionLabel } from './connection-pill';

/** Explains on the page why it is not live, where the connection's label alone does not, and why a page does not open. */
export function LiveNotice() {
  const { connection } = useLive();
  const text = () => {
    const state = connection.state();
    return state.status === 'polling' ? connectionLabel(state).tip : '';
  };
  const tip = useSyncExternalStore(connection.subscribe, text, () => '');
  const isOffline = useOffline();
  if (tip === '' && !isOffline) return null;
  return (
    <p role="status" className="mb-3 text-xs text-2">
      {isOffline ? 'No connection to the console. The page opens when the connection is back.' : tip}
    </p>
  );
}
