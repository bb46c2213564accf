'use client';
// What things are called, for every id below: the reader's own label, else what the thing does. Labels are read from the browser's
// storage by components/labels, names come with the answers of the index (lib/client/names.ts).
import { createContext, use, type ReactNode } from 'react';
import { shortId } from '@/lib/view/ids';
import { repeated, sharedNames, type Names } from '@/lib/view/names';
import type { IdFamily } from '@/lib/view/paths';

const NO_LABELS: ReadonlyMap<string, string> = new Map();
const NO_NAMES: Names = new Map();

/** Labels by id. */
export const Labels = createContext(NO_LABELS);
export const KnownNames = createContext(NO_NAMES);

/** What the page's own record is called: its runs need not repeat it. */
export const PageName = createContext<string | null>(null);

/** Ids as they are, where the name is shown beside them. */
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

/** Runs share the name of their skill, so their id always stands beside it. */
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
  /** The reader's own. */
  isLabel: boolean;
  /** Others of its family have the same name. */
  isShared: boolean;
  /** The page is called so already. */
  isRepeated: boolean;
}

/** `carried`: the name that the row itself has; of a part, which the label of the whole does not name. */
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
  const isRepeated = isRun(family) && text === page;
  return { text, isLabel: false, isShared: isRun(family) || sharedNames(names).has(id), isRepeated };
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
