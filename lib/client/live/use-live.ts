'use client';
// The live part for React: a context and two subscriptions. Everything it does lies in the plain modules beside it.
import { createContext, use, useSyncExternalStore } from 'react';
import type { Feed, FeedSnapshot } from './feed';
import type { LiveConnection, LiveState } from './live-message';

export interface Live {
  connection: LiveConnection;
  feed: Feed;
}

/** Null outside the console, and on pages whose key may not read events. */
export const LiveContext = createContext<Live | null>(null);

function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive: there is no live connection outside the console');
  return live;
}

/** How the connection is. */
export function useConnection(): LiveState {
  const { connection } = useLive();
  return useSyncExternalStore(connection.subscribe, connection.state, connection.state);
}

/** The events that came, and the feed itself, to pause it. */
export function useFeed(): FeedSnapshot & { feed: Feed } {
  const { feed } = useLive();
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot);
  return { ...snapshot, feed };
}
