'use client';
// The live part for React: a context and its subscriptions. Everything it does lies in the plain modules beside it.
import { createContext, use, useSyncExternalStore } from 'react';
import type { EventShelf } from '@/lib/client/event-shelf';
import type { CheckState } from './check';
import type { Checker } from './checker';
import type { Feed, FeedSnapshot } from './feed';
import type { LiveConnection, LiveState } from './live-message';
import type { Turn, Turns } from './connection-log';

export interface Live {
  connection: LiveConnection;
  feed: Feed;
  checker: Checker;
  turns: Turns;
  windows: EventShelf;
}

/** Null outside the console. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive: there is no live connection outside the console');
  return live;
}

/** How the connection is. */
export function useConnection(): LiveState {
  const { connection } = useLive();
  return useSyncExternalStore(connection.subscribe, connection.state, connection.state);
}

/** Whether the index has said where its log ends. It says so once: whoever needs no more is not drawn anew for every event. */
export function useKnowsTip(): boolean {
  const { connection } = useLive();
  const knows = () => connection.state().tip !== null;
  return useSyncExternalStore(connection.subscribe, knows, knows);
}

/** What the feed has been given. */
export function useFeed(): FeedSnapshot {
  const { feed } = useLive();
  return useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot);
}

/** How far the feed has been compared with the history. */
export function useCheck(): CheckState {
  const { checker } = useLive();
  return useSyncExternalStore(checker.subscribe, checker.state, checker.state);
}

/** What happened to the connection, newest first. */
export function useTurns(): readonly Turn[] {
  const { turns } = useLive();
  return useSyncExternalStore(turns.subscribe, turns.state, turns.state).turns;
}
