'use client';
import { useMemo, type ReactNode } from 'react';
import { Labels } from '@/components/values/label-context';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { storedLabels } from './stored-labels';

/** Gives every id below its label; none on the server and during hydration. */
export function LabelsProvider({ children }: { children: ReactNode }) {
  const labels = useLocalStorage(storedLabels);
  const byRef = useMemo(() => new Map(labels.map(({ ref, label }) => [ref, label])), [labels]);
  return <Labels value={byRef}>{children}</Labels>;
}
