// The filters of the events page: from its URL, and applied to a live event. Pure.
// Invariant: kinds and values that are not understood are left out and reported; they never change what is requested.
import { fullKindName, isEventKind, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import { canonicalKinds, splitKinds, type EventFrame } from '@/lib/contract/events';
import { narrowing, readFilters, type DroppedFilter } from './filters';
import type { EventQuery } from './queries/event-queries';

/** A `kinds` filter in current names, and what had to be changed. */
export interface CurrentKinds {
  /** Short names joined by commas; empty when none is left. */
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
export function readEventSearch(given: URLSearchParams): EventSearch {
  const search = new URLSearchParams(given);
  const kinds = currentKinds(search.get('kinds') ?? '');
  if (kinds.kinds === '') search.delete('kinds');
  else search.set('kinds', kinds.kinds);
  const { query, dropped } = readFilters('events.list', search);
  return { search, query: narrowing(query), kinds, dropped };
}

/** The filters that can be applied to a live event. Kinds are full names; null means all. */
export interface EventMatch {
  kinds: ReadonlySet<string> | null;
  sender: string | undefined;
  tx_digest: string | undefined;
}

export function matchOf(query: EventQuery): EventMatch {
  const kinds = query.kinds === undefined ? null : new Set<string>(canonicalKinds(query.kinds).kinds);
  return { kinds, sender: query.sender, tx_digest: query.tx_digest };
}

export function matchesEvent(event: EventFrame, match: EventMatch): boolean {
  if (match.kinds !== null && !match.kinds.has(event.kind)) return false;
  if (match.sender !== undefined && event.sender_address !== match.sender) return false;
  return match.tx_digest === undefined || event.tx_digest === match.tx_digest;
}
