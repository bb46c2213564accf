'use client';
// Which part of an execution is open, from the URL: `?tab=`, or the events when the address ends in one of them (#ev-12).
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useSyncExternalStore } from 'react';

export const executionTabs = ['graph', 'events', 'failures', 'ledger', 'gas'] as const;
export type ExecutionTab = (typeof executionTabs)[number];

const EVENT_HASH = /^#ev-(\d{1,19})$/;

function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed);
      return () => window.removeEventListener('hashchange', changed);
    },
    () => window.location.hash,
    () => '',
  );
}

export interface ExecutionAddress {
  tab: ExecutionTab;
  /** The event the address ends in. */
  event: string | null;
  open: (tab: ExecutionTab) => void;
}

export function useExecutionAddress(): ExecutionAddress {
  const [named, setTab] = useQueryState(
    'tab',
    parseAsStringLiteral(executionTabs).withOptions({ history: 'push' }),
  );
  const event = EVENT_HASH.exec(useHash())?.[1] ?? null;

  // A step of the inspector leads to its event: the events open.
  useEffect(() => {
    const toEvents = () => {
      if (EVENT_HASH.test(window.location.hash)) void setTab('events', { history: 'replace' });
    };
    window.addEventListener('hashchange', toEvents);
    return () => window.removeEventListener('hashchange', toEvents);
  }, [setTab]);

  return {
    tab: named ?? (event === null ? 'graph' : 'events'),
    event,
    open: (tab) => void setTab(tab === 'graph' && event === null ? null : tab),
  };
}
