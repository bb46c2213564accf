// The filters of the events page: from its URL, and applied to a live event. Pure.
// Invariant: unknown kinds and values are dropped and reported; they never change what is requested.
import { isSameId } from '@/lib/contract/ids';
import { fullKindName, isEventKind, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import { canonicalKinds, splitKinds, type EventFrame } from '@/lib/contract/events';
import { isInWindow } from './ignored-filters';
import { narrowing, readFilters, type DroppedFilter } from './filter-url';
import type { EventQuery } from './queries/event-queries';

/** A `kinds` filter in current names, and what had to be changed. */
export interface CurrentKinds {
  /** Short names joined by commas; empty when there is none. */
  kinds: string;
  renamed: { from: string; to: string }[];
  removed: { kind: string; reason: string }[];
  unknown: string[];
}

/** Translates kinds that releases have renamed, and leaves out those that no longer exist. */
export function currentKinds(text: string): CurrentKinds {
  const kinds = new Set<string>();
  const result: CurrentKinds = { kinds: '', renamed: [], removed: [], unknown: [] };
  for (const typed of splitKinds(text)) {
    const name = fullKindName(typed);
    const renamed = renamedKinds[name];
    const reason = removedKinds[name];
    if (isEventKind(name)) kinds.add(shortKindName(name));
    else if (renamed !== undefined) {
      kinds.add(shortKindName(renamed));
      result.renamed.push({ from: shortKindName(name), to: shortKindName(renamed) });
    } else if (reason !== undefined) result.removed.push({ kind: shortKindName(name), reason });
    else result.unknown.push(typed);
  }
  result.kinds = [...kinds].sort().join(',');
  return result;
}

export interface EventSearch {
  /** The URL's search part with current kinds. */
  search: URLSearchParams;
  query: EventQuery;
  kinds: CurrentKinds;
  dropped: readonly DroppedFilter[];
}

/** Reads the page's URL, without paging. */
export function readEventSearch(params: URLSearchParams): EventSearch {
  const search = new URLSearchParams(params);
  const kinds = currentKinds(search.get('kinds') ?? '');
  if (kinds.kinds === '') search.delete('kinds');
  else search.set('kinds', kinds.kinds);
  const { query, dropped } = readFilters('events.list', search);
  return { search, query: narrowing(query), kinds, dropped };
}

/** The filters that can be applied to an event here. Kinds are full names; null means all. */
export interface EventMatch {
  kinds: ReadonlySet<string> | null;
  sender: string | undefined;
  tx_digest: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** What an event can be compared by; the other filters are about leaders and calls, which only the index knows. */
const COMPARED: ReadonlySet<string> = new Set([
  'kinds',
  'sender',
  'tx_digest',
  'created_after',
  'created_before',
]);

/** Whether new events may match, and can be compared here. */
export function isLive(query: EventQuery): boolean {
  const isSet = Object.entries(query).filter(([, value]) => value !== undefined);
  return query.created_before === undefined && isSet.every(([filter]) => COMPARED.has(filter));
}

export function matchOf(query: EventQuery): EventMatch {
  const kinds = query.kinds === undefined ? null : new Set<string>(canonicalKinds(query.kinds).kinds);
  const { sender, tx_digest, created_after, created_before } = query;
  return { kinds, sender, tx_digest, created_after, created_before };
}

/** Events of the stream have no time on chain yet. */
type TimedEvent = EventFrame & { onchain_at?: string | null };

function isInTime({ onchain_at }: TimedEvent, { created_after, created_before }: EventMatch): boolean {
  const isOutside = (filter: string, bound: string | undefined) =>
    bound !== undefined && isInWindow(filter, bound, onchain_at ?? '') === false;
  return !isOutside('created_after', created_after) && !isOutside('created_before', created_before);
}

export function matchesEvent(event: TimedEvent, match: EventMatch): boolean {
  if (!isInTime(event, match)) return false;
  if (match.kinds !== null && !match.kinds.has(event.kind)) return false;
  if (match.sender !== undefined && !isSameId(event.sender_address, match.sender)) return false;
  return match.tx_digest === undefined || event.tx_digest === match.tx_digest;
}
