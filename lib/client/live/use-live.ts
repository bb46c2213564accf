'use client';
// The live modules for React: a context, and subscriptions to them.
import { createContext, use, useSyncExternalStore } from 'react';
import type { ConnectedLive } from './connect-live';
import type { ConnectionLogEntry } from './connection-log';
import type { Live } from './create-live';
import type { StoreState } from './event-store';
import { NOT_VERIFIED, type Verification } from './verification';
import type { Verifier } from './verify';

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

/** Null until the code that connects has loaded. */
function useConnected(): ConnectedLive | null {
  const { loaded } = useLive();
  return useSyncExternalStore(loaded.subscribe, loaded.state, loaded.state);
}

export function useVerifier(): Verifier | null {
  return useConnected()?.verifier ?? null;
}

const never = () => () => undefined;
const notVerified = () => NOT_VERIFIED;

export function useVerification(): Verification {
  const verifier = useVerifier();
  return useSyncExternalStore(verifier?.subscribe ?? never, verifier?.state ?? notVerified, notVerified);
}

const NO_ENTRIES: readonly ConnectionLogEntry[] = [];
const noEntries = () => NO_ENTRIES;

/** Newest first. */
export function useConnectionLog(): readonly ConnectionLogEntry[] {
  const log = useConnected()?.connectionLog;
  return useSyncExternalStore(log?.subscribe ?? never, log?.state ?? noEntries, noEntries);
}
