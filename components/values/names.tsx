'use client';
// Names for every id below: the reader's label, else a description of what the object does. Labels come from the browser's storage
// (components/labels), names from the answers of the index (lib/client/names.ts).
import { createContext, use, type ReactNode } from 'react';
import { shortId } from '@/lib/view/ids';
import { repeated, sharedNames, type Names } from '@/lib/view/names';
import type { IdFamily } from '@/lib/view/paths';

const NO_LABELS: ReadonlyMap<string, string> = new Map();
const NO_NAMES: Names = new Map();

/** Labels by id. */
export const Labels = createContext(NO_LABELS);
export const KnownNames = createContext(NO_NAMES);

/** The name of the record that the page, or a row of it, shows: its runs, their DAG and agent need not repeat it. */
export const PageName = createContext<string | null>(null);

/** Shows bare ids, where the name is shown beside them. */
export function WithoutNames({ children }: { children: ReactNode }) {
  return (
    <Labels value={NO_LABELS}>
      <KnownNames value={NO_NAMES}>{children}</KnownNames>
    </Labels>
  );
}

export function useLabel(id: string): string | undefined {
  return use(Labels).get(id);
}

/** Runs share the name of their skill, so their id is always shown beside it. */
export const isRun = (family: IdFamily): boolean =>
  family === 'execution' || family === 'task' || family === 'payment';

const sharedLabels = new WeakMap<ReadonlyMap<string, string>, ReturnType<typeof repeated>>();

/** Labels that the reader gave to several ids. */
function labelsOfSeveral(labels: ReadonlyMap<string, string>) {
  const found = sharedLabels.get(labels) ?? repeated([...labels.values()]);
  sharedLabels.set(labels, found);
  return found;
}

export interface KnownName {
  text: string;
  /** Set by the reader. */
  isLabel: boolean;
  /** Others of its family have the same name. */
  isShared: boolean;
  /** The page has this name already. */
  isRepeated: boolean;
}

/** `carried`: the name in the row. `isPart`: it names a part of the object, so the object's label does not replace it. */
export function useName(
  family: IdFamily,
  id: string,
  carried?: string | null,
  isPart = false,
): KnownName | undefined {
  const labels = use(Labels);
  const label = labels.get(id);
  const names = use(KnownNames);
  const page = use(PageName);
  if (label !== undefined && !isPart)
    return { text: label, isLabel: true, isShared: labelsOfSeveral(labels).has(label), isRepeated: false };
  const text = carried || names.get(id)?.name;
  if (text === undefined) return undefined;
  if (isPart) return { text, isLabel: false, isShared: false, isRepeated: false };
  const isShared = isRun(family) || sharedNames(names).has(id);
  return { text, isLabel: false, isShared, isRepeated: text === page };
}

/** The name of an id as plain text, null where it has none. */
export function useNameOf(): (id: string) => string | null {
  const labels = use(Labels);
  const names = use(KnownNames);
  return (id) => labels.get(id) ?? names.get(id)?.name ?? null;
}

/** The same, or the short id: for charts, tooltips and options. */
export function useNameText(): (id: string) => string {
  const nameOf = useNameOf();
  return (id) => nameOf(id) ?? shortId(id);
}
