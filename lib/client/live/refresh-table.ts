// Which listings and records an event can change, as data beside the contract's families (spec 6.3, projection table of the index).
// Invariant: every family has a row; an endpoint that is missing here shows old data until it goes stale, so a test walks the table of endpoints.
import type { EndpointName } from '@/lib/contract/endpoints';
import type { Family } from '@/lib/contract/event-kinds/catalogue';

export interface Touched {
  name: EndpointName;
  /** Only where a path parameter of the request occurs in the event's payload: the one record it is about. */
  mentioned: boolean;
}

const any = (...names: EndpointName[]): Touched[] => names.map((name) => ({ name, mentioned: false }));
const own = (...names: EndpointName[]): Touched[] => names.map((name) => ({ name, mentioned: true }));

const executionRecords = own(
  'executions.get',
  'executions.walks',
  'executions.events',
  'executions.submission-failures',
  'executions.gas',
  'executions.payment-ledger',
);

export const touchedBy: Record<Family, readonly Touched[]> = {
  dag: [...any('dags.list'), ...own('dags.get', 'dags.structure')],
  execution: [...any('executions.list', 'agents.executions', 'tasks.executions'), ...executionRecords],
  verification: [...any('tools.list'), ...own('tools.get', 'executions.events', 'executions.walks')],
  tool: [...any('tools.list'), ...own('tools.get')],
  'tool-payment': [],
  payment: [
    ...any('payments.list', 'payments.get', 'executions.list', 'tasks.list', 'tasks.reserve'),
    ...executionRecords,
  ],
  leader: [...any('leaders.list'), ...own('leaders.get')],
  staking: [
    ...any('leaders.list', 'leaders.registry'),
    ...own('leaders.get', 'leaders.stake-events', 'leaders.suspension-skips'),
  ],
  'priority-fee': any('priority-fees.events'),
  scheduler: [
    ...any('tasks.list', 'agents.tasks', 'executions.list', 'tasks.executions'),
    ...own('tasks.occurrences', 'tasks.reserve', 'executions.get'),
  ],
  agent: [...any('agents.list'), ...own('agents.skills', 'agents.skill-revisions')],
  'key-management': [],
};

/** Every event is a row of the history. */
export const touchedByAll = any('events.list');
