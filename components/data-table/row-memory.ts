'use client';
// The row one left by: kept with the browser's own entry of its history, so that Back finds it again whatever has arrived above it since.
import { useEffect, useRef, type RefObject } from 'react';
import { focusRow } from './use-row-keys';

const KEY = 'dagscopeRow';

/** Notes in the present entry of the history which row is being left. */
export function rememberRow(id: string): void {
  const state = (window.history.state ?? {}) as Record<string, unknown>;
  window.history.replaceState({ ...state, [KEY]: id }, '');
}

function remembered(): string | null {
  const id = (window.history.state as Record<string, unknown> | null)?.[KEY];
  return typeof id === 'string' ? id : null;
}

/** Once after Back: the row that was left has the focus again and stands in sight. `ready`: there are rows. */
export function useReturnToRow(region: RefObject<HTMLElement | null>, ready: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const id = remembered();
    const row = id === null ? null : region.current?.querySelector(`[data-row="${CSS.escape(id)}"]`);
    if (row) focusRow(row);
  }, [region, ready]);
}
