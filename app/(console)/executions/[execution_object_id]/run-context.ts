'use client';
import { createContext, useContext } from 'react';
import type { ExecutionParts } from './use-execution';
import type { ReplayView } from './use-replay';

interface Run {
  parts: ExecutionParts;
  view: ReplayView;
}

/** The execution of the page and its replay; null until its events are loaded. */
export const RunContext = createContext<Run | null>(null);

export function useRun(): Run {
  const run = useContext(RunContext);
  if (run === null) throw new Error('useRun is for parts of the page that need the replay');
  return run;
}
