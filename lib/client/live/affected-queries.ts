// Which queries an event may have changed: by endpoint, by the ids in its payload, or all of them. Pure.
// Invariant: an event of an unknown kind affects everything that can change.
import { EVENT_HISTORY } from '@/lib/client/queries/event-queries';
import { EVENTS_ABOUT } from '@/lib/client/queries/events-about-query';
import type { DagStructure } from '@/lib/contract/dags';
import type { EndpointName } from '@/lib/contract/endpoints';
import type { EventFrame } from '@/lib/contract/events';
import { familyOf, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';

export interface Affected {
  name: EndpointName;
  /** Only requests with a path parameter that occurs in the event's payload. */
  mentioned: boolean;
}

const any = (...names: EndpointName[]): Affected[] => names.map((name) => ({ name, mentioned: false }));
const mentioned = (...names: EndpointName[]): Affected[] => names.map((name) => ({ name, mentioned: true }));

const executionRecords = mentioned(
  'executions.get',
  'executions.walks',
  'executions.events',
  'executions.submission-failures',
  'executions.gas',
  'executions.payment-ledger',
);

/** The endpoints that each family of events affects; a test checks that none is forgotten. */
export const affectedBy: Record<Family, readonly Affected[]> = {
  dag: [...any('dags.list'), ...mentioned('dags.get', 'dags.structure')],
  execution: [...any('executions.list', 'agents.executions', 'tasks.executions'), ...executionRecords],
  verification: [...any('tools.list'), ...mentioned('tools.get', 'executions.events', 'executions.walks')],
  tool: [...any('tools.list'), ...mentioned('tools.get')],
  'tool-payment': [],
  payment: [
    ...any('payments.list', 'payments.get', 'executions.list', 'tasks.list', 'tasks.reserve'),
    ...executionRecords,
  ],
  leader: [...any('leaders.list'), ...mentioned('leaders.get')],
  staking: [
    ...any('leaders.list', 'leaders.registry'),
    ...mentioned('leaders.get', 'leaders.stake-events', 'leaders.suspension-skips'),
  ],
  'priority-fee': any('priority-fees.events'),
  scheduler: [
    ...any('tasks.list', 'stats.tasks', 'agents.tasks', 'executions.list', 'tasks.executions'),
    ...mentioned('tasks.occurrences', 'tasks.reserve', 'executions.get'),
  ],
  agent: [...any('agents.list'), ...mentioned('agents.skills', 'agents.skill-revisions')],
  'key-management': [],
};

/** Every event is a row of the history. */
export const affectedByAll = any('events.list');

/** Filters of a listing whose rows change only by events that mention the value. */
const NARROWING: Partial<Record<EndpointName, string>> = { 'payments.list': 'execution_object_id' };

/** Lists that were loaded completely, on request. */
export const ON_REQUEST = ['loaded'];
/** The feed has the events themselves; figures refresh on a timer. */
export const UNTOUCHED_BY_EVENTS = [EVENT_HISTORY, 'figure', ...ON_REQUEST];

/** Whether no event changes an answer any more: the structure of a finalized DAG. */
function isFinal(name: unknown, answer: unknown): boolean {
  return (
    name === 'dags.structure' &&
    typeof (answer as Partial<DagStructure> | undefined)?.finalized_at === 'string'
  );
}

/** A tab that was hidden for long refreshes everything instead of remembering more than this. */
const MAX_MENTIONED = 20_000;

/** Whether `answer`, of a query key ([name, params, query]), may have changed. */
export type Matches = (queryKey: readonly unknown[], answer?: unknown) => boolean;

function* stringsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 12)
    for (const inner of Object.values(value)) yield* stringsIn(inner, depth + 1);
}

/** Whether the event's payload contains one of these ids. */
export function mentionsAny({ payload }: Pick<EventFrame, 'payload'>, ids: readonly string[]): boolean {
  return [...stringsIn(payload)].some((text) => ids.includes(text));
}

/** The queries that the events added so far affect. */
export function createAffectedQueries() {
  /** Null, or: all queries but those with these names. */
  let allBut: readonly unknown[] | null = null;
  /** By endpoint: whether only requests that an event mentions are affected. */
  const endpoints = new Map<string, boolean>();
  const kinds = new Set<string>();
  const ids = new Set<string>();

  function addEndpoint({ name, mentioned: onlyMentioned }: Affected): void {
    endpoints.set(name, endpoints.get(name) === false ? false : onlyMentioned);
  }

  function addAllBut(excluded: readonly unknown[]): void {
    if (allBut === null || excluded.length < allBut.length) allBut = excluded;
  }

  return {
    isEmpty: () => allBut === null && endpoints.size === 0,
    addAllBut,
    addEvent(event: Pick<EventFrame, 'kind' | 'payload'>): void {
      const family = familyOf(event.kind);
      if (family === undefined) addAllBut(UNTOUCHED_BY_EVENTS);
      else affectedBy[family].forEach(addEndpoint);
      affectedByAll.forEach(addEndpoint);
      kinds.add(shortKindName(event.kind));
      if (allBut !== null) return;
      for (const text of stringsIn(event.payload)) ids.add(text);
      if (ids.size > MAX_MENTIONED) addAllBut(UNTOUCHED_BY_EVENTS);
    },
    matches([name, params, query, about]: readonly unknown[], answer?: unknown): boolean {
      // After a reset everything has changed.
      if (isFinal(name, answer) && allBut?.length !== 0) return false;
      if (allBut !== null) return !allBut.includes(name);
      if (name === EVENTS_ABOUT) {
        const searched = (query as { kinds: string }).kinds.split(',');
        const isMentioned = typeof about !== 'string' || ids.has(about);
        return isMentioned && searched.some((kind) => kinds.has(kind));
      }
      const onlyMentioned = typeof name === 'string' ? endpoints.get(name) : undefined;
      if (onlyMentioned === undefined) return false;
      const narrowing = NARROWING[name as EndpointName] ?? '';
      const narrowedTo = (query as Record<string, string> | undefined)?.[narrowing];
      if (narrowedTo !== undefined) return ids.has(narrowedTo);
      if (!onlyMentioned || typeof params !== 'object' || params === null) return true;
      return Object.values(params as Record<string, unknown>).some((value) => ids.has(String(value)));
    },
  };
}
