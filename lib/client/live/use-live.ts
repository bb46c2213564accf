'use client';
// The live modules for React: a context, and subscriptions to them.
import { createContext, use, useSyncExternalStore } from 'react';
import type { ConnectionLogEntry } from './connection-log';
import type { Live } from './create-live';
import type { StoreState } from './event-store';
import type { Verification } from './verify';

/** Null outside the console. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive: no LiveProvider above this component');
  return live;
}

/** The connection and what was received; changes with every batch of events. */
export function useLiveState(): StoreState {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribe, store.state, store.state);
}

/** Whether the newest event id is known. Changes once, so a component that needs no more is not rendered for every event. */
export function useHasTip(): boolean {
  const { store } = useLive();
  const hasTip = () => store.state().tip !== null;
  return useSyncExternalStore(store.subscribe, hasTip, hasTip);
}

export function useVerification(): Verification {
  const { verifier } = useLive();
  return useSyncExternalStore(verifier.subscribe, verifier.state, verifier.state);
}

/** Newest first. */
export function useConnectionLog(): readonly ConnectionLogEntry[] {
  const { connectionLog } = useLive();
  return useSyncExternalStore(connectionLog.subscribe, connectionLog.state, connectionLog.state);
}
