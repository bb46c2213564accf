// The names that this tab knows, and requests, in batches, for those that no answer has carried.
// Invariant: an id is requested at most once per `REPEAT_AFTER_MS`; an index without names is not asked again (read.ts).
import type { QueryKey } from '@tanstack/react-query';
import { isEndpointName, type EndpointName } from '@/lib/contract/endpoints';
import { isObjectId } from '@/lib/contract/ids';
import { MOST_NAMES } from '@/lib/contract/names';
import { namesIn, withNames, type Found, type Names } from '@/lib/view/names';
import { createObservable } from './observable';
import type { Read } from './read';

export const NAMES_MAX_AGE_MS = 60_000;
const REPEAT_AFTER_MS = 300_000;
/** Answers of one page arrive together. */
const BATCH_MS = 60;
const NEXT_BATCH_MS = 1_000;
const MOST_KNOWN = 20_000;

const ONCE = { maxAgeMs: NAMES_MAX_AGE_MS };

const NONE: Names = new Map();
const nameStore = createObservable({ names: NONE });

export const noNames = () => NONE;
export const currentNames = () => nameStore.get().names;
export const subscribeToNames = nameStore.subscribe;

const requestedAt = new Map<string, number>();

/** Whether a name is neither known nor was requested lately. */
function isMissing(id: string): boolean {
  const at = requestedAt.get(id);
  return !currentNames().has(id) && (at === undefined || performance.now() - at >= REPEAT_AFTER_MS);
}

/** Ids whose names were requested: by the server, for a page, or by this tab. */
function noteRequested(ids: readonly string[]): void {
  if (requestedAt.size > MOST_KNOWN) requestedAt.clear();
  for (const id of ids) requestedAt.set(id, performance.now());
}

/** A request for names; equal sets of ids are equal requests. */
export const namesQuery = (ids: readonly string[]) => ({ ids: ids.toSorted().join(',') });

let waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes the names that an answer carries, and requests the others. */
export function noteNames(read: Read, endpoint: EndpointName, answer: unknown): void {
  if (typeof window !== 'undefined') note(read, namesIn(endpoint, answer));
}

function note(read: Read, { named, unnamed }: Found): void {
  const before = currentNames().size > MOST_KNOWN ? NONE : currentNames();
  nameStore.set({ names: withNames(before, named) });
  requestNames(read, unnamed);
}

/** Requests the names of these, unless they are known or were requested. */
export function requestNames(read: Read, ids: readonly string[]): void {
  for (const id of ids) if (isObjectId(id) && isMissing(id)) waiting.add(id);
  if (waiting.size > 0) timer ??= setTimeout(() => void requestWaiting(read), BATCH_MS);
}

async function requestWaiting(read: Read): Promise<void> {
  timer = undefined;
  const missing = [...waiting].filter(isMissing);
  const ids = missing.slice(0, MOST_NAMES);
  waiting = new Set(missing.slice(MOST_NAMES));
  if (ids.length === 0) return;
  if (waiting.size > 0) timer = setTimeout(() => void requestWaiting(read), NEXT_BATCH_MS);
  noteRequested(ids);
  try {
    note(read, namesIn('names', await read('names', {}, namesQuery(ids), ONCE)));
  } catch {
    // Without a name its id is shown.
  }
}

/** The names in an answer, by its query key: a figure, a history and a row found in a list are answers too. */
export function namesOfQuery([first, second]: QueryKey, answer: unknown): Found {
  const isOfEvents = typeof first === 'string' && first.startsWith('events.');
  const endpoint = isOfEvents ? 'events.list' : [first, second].find(isEndpointName);
  return endpoint === undefined ? { named: [], unnamed: [] } : namesIn(endpoint, answer);
}

/** The same as noteNames for an answer that the server has read. */
export function noteHydratedNames(read: Read, queryKey: QueryKey, answer: unknown): void {
  const [endpoint, , query] = queryKey;
  if (endpoint === 'names') noteRequested((query as { ids: string }).ids.split(','));
  note(read, namesOfQuery(queryKey, answer));
}

/** For a reset of the log, and when everything known about the index is discarded. */
export function forgetNames(): void {
  requestedAt.clear();
  waiting.clear();
  nameStore.set({ names: NONE });
}
