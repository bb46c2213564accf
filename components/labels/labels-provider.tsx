'use client';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { KnownNames, Labels } from '@/components/values/names';
import { currentNames, noNames, subscribeToNames } from '@/lib/client/names';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { storedLabels } from './stored-labels';

/** Gives every id below its label and its name; none on the server and during hydration, but for the names that came with the page. */
export function LabelsProvider({ children }: { children: ReactNode }) {
  const labels = useLocalStorage(storedLabels);
  const byRef = useMemo(() => new Map(labels.map(({ ref, label }) => [ref, label])), [labels]);
  const names = useSyncExternalStore(subscribeToNames, currentNames, noNames);
  return (
    <Labels value={byRef}>
      <KnownNames value={names}>{children}</KnownNames>
    </Labels>
  );
}
