'use client';
// The open tab of an execution page: `?tab=`, or the table of the row in the hash (#ev-12, #sf-3, #pl-7, #gas-1).
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useSyncExternalStore } from 'react';

export const executionTabs = ['graph', 'events', 'failures', 'ledger', 'gas', 'compare'] as const;
export type ExecutionTab = (typeof executionTabs)[number];

const ROW_HASH = /^#((?:ev|sf|pl|gas)-\d{1,19})$/;
const TAB_OF: Readonly<Record<string, ExecutionTab>> = {
  ev: 'events',
  sf: 'failures',
  pl: 'ledger',
  gas: 'gas',
};

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

function tabOf(row: string | null): ExecutionTab | null {
  return row === null ? null : (TAB_OF[row.split('-')[0] ?? ''] ?? null);
}

export interface ExecutionAddress {
  tab: ExecutionTab;
  /** The row in the hash: `ev-12`. */
  row: string | null;
  open: (tab: ExecutionTab) => void;
}

export function useExecutionAddress(): ExecutionAddress {
  const [named, setTab] = useQueryState(
    'tab',
    parseAsStringLiteral(executionTabs).withOptions({ history: 'push' }),
  );
  const row = ROW_HASH.exec(useHash())?.[1] ?? null;

  // Following a link to a row opens its table.
  useEffect(() => {
    const toRow = () => {
      const tab = tabOf(ROW_HASH.exec(window.location.hash)?.[1] ?? null);
      if (tab !== null) void setTab(tab, { history: 'replace' });
    };
    window.addEventListener('hashchange', toRow);
    return () => window.removeEventListener('hashchange', toRow);
  }, [setTab]);

  return {
    tab: named ?? tabOf(row) ?? 'graph',
    row,
    open: (tab) => void setTab(tab === 'graph' && row === null ? null : tab),
  };
}
