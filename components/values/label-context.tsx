'use client';
// The reader's own labels of ids, for every id below. They are read from the browser's storage by components/labels.
import { createContext, use, type ReactNode } from 'react';

const NONE: ReadonlyMap<string, string> = new Map();

/** Labels by id. */
export const Labels = createContext<ReadonlyMap<string, string>>(NONE);

/** Ids as they are, where the label is shown beside them. */
export function WithoutLabels({ children }: { children: ReactNode }) {
  return <Labels value={NONE}>{children}</Labels>;
}

export function useLabel(id: string): string | undefined {
  return use(Labels).get(id);
}
