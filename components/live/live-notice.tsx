'use client';
import { useSyncExternalStore } from 'react';
import { useLive } from '@/lib/client/live/use-live';
import { connectionLabel } from './connection-pill';

/** Says on the page why it is not live, where the connection's label alone would not. */
export function LiveNotice() {
  const { connection } = useLive();
  const text = () => {
    const state = connection.state();
    return state.status === 'polling' ? connectionLabel(state).tip : '';
  };
  const tip = useSyncExternalStore(connection.subscribe, text, () => '');
  if (tip === '') return null;
  return (
    <p role="status" className="mb-3 text-xs text-2">
      {tip}
    </p>
  );
}
