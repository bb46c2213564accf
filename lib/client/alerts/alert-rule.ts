// When a saved filter of events raises an alert, and what is written down of it. Pure. Invariant: an alert raises at most once in its quiet period, which the
// log itself tells: what matches meanwhile is counted on the entry that stands; a filter of which something is not understood raises nothing, instead of everything.
import * as z from '@/lib/contract/zod';
import type { EventFrame } from '@/lib/contract/events';
import { eventSentence } from '@/lib/view/event-sentences/event-sentence';
import { plainText } from '@/lib/view/event-sentences/plain-text';
import { matchesEvent, matchOf, type EventMatch } from '@/lib/client/event-rows';
import { readEventSearch } from '@/lib/client/event-search';
import type { MendedKinds } from '@/lib/client/old-kinds';
import type { SavedView } from '@/lib/client/saved-views';
import type { AlertSwitch } from './alert-switches';

export const ALERTS_PATH = '/events';

/** What an alert on this filter looks for, or why there can be none. */
export type AlertFilter =
  { kinds: MendedKinds; match: EventMatch; why: null } | { kinds: MendedKinds; match: null; why: string };

export function alertFilter(search: string): AlertFilter {
  const given = new URLSearchParams(search);
  const { query, kinds, dropped } = readEventSearch(given);
  const none = (why: string) => ({ kinds, match: null, why });
  const [first] = dropped;
  if (first !== undefined) return none(`its filter ${first.key} is not understood: it ${first.reason}`);
  if ((given.get('kinds') ?? '') !== '' && kinds.kinds === '') return none('none of its kinds is left');
  if (query.created_before !== undefined)
    return none('its window has an end, and alerts are about what comes');
  return { kinds, match: matchOf(query), why: null };
}

export interface LiveAlert extends AlertSwitch {
  search: string;
  match: EventMatch;
}

/** The alerts that are on, of filters that are still saved and understood. */
export function liveAlerts(
  switches: readonly AlertSwitch[],
  views: readonly SavedView[],
): readonly LiveAlert[] {
  return switches.flatMap((one) => {
    const view = views.find(({ path, name }) => path === ALERTS_PATH && name === one.name);
    const match = view === undefined ? null : alertFilter(view.search).match;
    return view === undefined || match === null ? [] : [{ ...one, search: view.search, match }];
  });
}

const raised = z.object({
  /** Milliseconds since 1970, by this browser's clock. */
  at: z.number(),
  /** The filter's name, and what it was. */
  name: z.string(),
  search: z.string(),
  /** The event that raised it: id, kind, and what it says. */
  id: z.string().check(z.regex(/^\d{1,19}$/)),
  kind: z.string(),
  said: z.string(),
  /** How many more matched within the quiet period. */
  more: z.number(),
  /** Whether the browser was given a notification. */
  notified: z.boolean(),
});
export type Raised = z.output<typeof raised>;

export interface AlertLog {
  /** What was raised until then has been looked at. */
  seen_at: number;
  /** Newest first. */
  raised: readonly Raised[];
}

const MOST_RAISED = 100;
export const EMPTY_LOG: AlertLog = { seen_at: 0, raised: [] };

/** The log that storage holds. */
export function logOf(found: unknown): AlertLog {
  const { seen_at, raised: list } = (found ?? {}) as Record<string, unknown>;
  if (!Array.isArray(list)) return EMPTY_LOG;
  return {
    seen_at: typeof seen_at === 'number' ? seen_at : 0,
    raised: list
      .flatMap((one: unknown) => {
        const read = raised.safeParse(one);
        return read.success ? [read.data] : [];
      })
      .slice(0, MOST_RAISED),
  };
}

/** How many alerts nobody has looked at yet. */
export function unseen({ seen_at, raised: list }: AlertLog): number {
  return list.filter(({ at }) => at > seen_at).length;
}

/** The log after these events came at `now`, in order, and what of it is new. */
export function judge(
  log: AlertLog,
  alerts: readonly LiveAlert[],
  events: readonly EventFrame[],
  now: number,
): { log: AlertLog; raised: readonly Raised[] } {
  let list = log.raised;
  const fresh: Raised[] = [];
  for (const { name, search, quiet_ms, match } of alerts) {
    const hits = events.filter((event) => matchesEvent(event, match));
    const [first] = hits;
    if (first === undefined) continue;
    const last = list.find((one) => one.name === name);
    // A clock that was set back must not silence an alert.
    if (last !== undefined && now >= last.at && now - last.at < quiet_ms) {
      const counted = { ...last, more: last.more + hits.length };
      list = list.map((one) => (one === last ? counted : one));
      continue;
    }
    const entry: Raised = {
      at: now,
      name,
      search,
      id: first.id.toString(),
      kind: first.kind,
      said: plainText(eventSentence(first.kind, first.payload)),
      more: hits.length - 1,
      notified: false,
    };
    fresh.push(entry);
    list = [entry, ...list].slice(0, MOST_RAISED);
  }
  return { log: list === log.raised ? log : { ...log, raised: list }, raised: fresh };
}
