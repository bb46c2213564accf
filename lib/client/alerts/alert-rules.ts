// When a saved filter of the events page raises an alert. Pure.
// Invariant: an alert is raised once per mute period; a filter that is not fully understood raises nothing rather than everything.
import type { EventFrame } from '@/lib/contract/events';
import {
  isLive,
  matchesEvent,
  matchOf,
  readEventSearch,
  type CurrentKinds,
  type EventMatch,
} from '@/lib/client/event-filter';
import { currentNames } from '@/lib/client/names';
import type { SavedView } from '@/lib/client/saved-views';
import { eventSentence } from '@/lib/view/event-sentences';
import { plainText } from '@/lib/view/sentence-parts';
import { events } from '@/lib/view/paths';
import { MAX_RAISED, type AlertLog, type AlertSwitch, type RaisedAlert } from './stored-alerts';

export const ALERTS_PATH = '/events';

/** What an alert on this filter matches, or why it cannot be raised. */
export type AlertFilter =
  | { kinds: CurrentKinds; match: EventMatch; problem: null }
  | { kinds: CurrentKinds; match: null; problem: string };

export function alertFilter(search: string): AlertFilter {
  const params = new URLSearchParams(search);
  const { query, kinds, dropped } = readEventSearch(params);
  const invalid = (problem: string) => ({ kinds, match: null, problem });
  const [first] = dropped;
  if (first !== undefined) return invalid(`Invalid filter ${first.key}: it ${first.reason}.`);
  if ((params.get('kinds') ?? '') !== '' && kinds.kinds === '')
    return invalid('Its event kinds no longer exist.');
  if (query.created_before !== undefined)
    return invalid('Its time window has an end. Alerts need an open-ended filter.');
  if (!isLive(query))
    return invalid(
      'Only the index can filter by leader or call. Alerts need a filter by kind, sender or transaction.',
    );
  return { kinds, match: matchOf(query), problem: null };
}

export interface LiveAlert extends AlertSwitch {
  search: string;
  match: EventMatch;
}

/** The alerts that are on and whose filters are still saved and valid. */
export function liveAlerts(
  switches: readonly AlertSwitch[],
  views: readonly SavedView[],
): readonly LiveAlert[] {
  return switches.flatMap((alert) => {
    const view = views.find(({ path, name }) => path === ALERTS_PATH && name === alert.name);
    const match = view === undefined ? null : alertFilter(view.search).match;
    return view === undefined || match === null ? [] : [{ ...alert, search: view.search, match }];
  });
}

/** The events page with the filter as it was, and the event that raised the alert open. */
export function alertLink({ search, id }: Pick<RaisedAlert, 'search' | 'id'>): string {
  return events({ ...Object.fromEntries(new URLSearchParams(search)), event: id });
}

/** The log after these events were received at `now`, in order, and the alerts they raised. */
export function evaluate(
  log: AlertLog,
  alerts: readonly LiveAlert[],
  received: readonly EventFrame[],
  now: number,
): { log: AlertLog; raised: readonly RaisedAlert[] } {
  let all = log.raised;
  const fresh: RaisedAlert[] = [];
  for (const { name, search, mute_ms, match } of alerts) {
    const matching = received.filter((event) => matchesEvent(event, match));
    const [first] = matching;
    if (first === undefined) continue;
    const last = all.find((alert) => alert.name === name);
    // A clock that was set back must not silence an alert.
    if (last !== undefined && now >= last.at && now - last.at < mute_ms) {
      const repeated = { ...last, repeats: last.repeats + matching.length };
      all = all.map((alert) => (alert === last ? repeated : alert));
      continue;
    }
    const alert: RaisedAlert = {
      at: now,
      name,
      search,
      id: first.id.toString(),
      kind: first.kind,
      sentence: plainText(eventSentence(first.kind, first.payload), (id) => currentNames().get(id)?.name),
      repeats: matching.length - 1,
      notified: false,
    };
    fresh.push(alert);
    all = [alert, ...all].slice(0, MAX_RAISED);
  }
  return { log: all === log.raised ? log : { ...log, raised: all }, raised: fresh };
}
