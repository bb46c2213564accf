// The operator's alert filters, `name?search` separated by semicolons; a search is that of the events page's URL, as in a browser's alerts.
import { alertFilter } from '@/lib/client/alerts/alert-rules';
import { matchesEvent, type EventMatch } from '@/lib/client/event-filter';
import type { EventFrame } from '@/lib/contract/events';

export interface WebhookFilter {
  name: string;
  search: string;
  match: EventMatch;
}

const FORM = 'must be name?filter, several separated by semicolons, such as Failures?kinds=WalkFailed';

/** Throws what is wrong, by name. A filter that is not fully understood is refused, because it would alert on other events. */
export function parseWebhookFilters(text: string): readonly WebhookFilter[] {
  const filters = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFilter);
  if (filters.length === 0) throw new Error(FORM);
  return filters;
}

function parseFilter(text: string): WebhookFilter {
  const [, name, search] = /^([^?]{1,80})\?(.*)$/s.exec(text) ?? [];
  if (name === undefined || search === undefined) throw new Error(FORM);
  const { kinds, match, problem } = alertFilter(search);
  if (match === null) throw new Error(`${name}: ${problem}`);
  const unknown = [...kinds.unknown, ...kinds.removed.map(({ kind }) => kind)];
  if (unknown.length > 0) throw new Error(`${name}: unknown event kinds ${unknown.join(', ')}`);
  return { name, search, match };
}

export const matching = (filters: readonly WebhookFilter[], event: EventFrame) =>
  filters.filter(({ match }) => matchesEvent(event, match));
