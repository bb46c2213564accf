// GET /stats/totals (spec 10.5): what the lists would answer as their total, of one state of the store.
import { requestPath } from '@/lib/contract/endpoint-url';
import type { QueryInput } from '@/lib/contract/endpoints';
import { executionStatuses } from '@/lib/contract/executions';
import { leaderStatuses } from '@/lib/contract/leaders';
import { paymentStates } from '@/lib/contract/payments';
import { parseQuery } from '@/lib/contract/request';
import { taskStatuses } from '@/lib/contract/tasks';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { eventHandlers } from '@/lib/index-service/log/events-handlers';
import { agentHandlers } from '@/lib/index-service/projections/agents';
import { dagHandlers } from '@/lib/index-service/projections/dags';
import { executionHandlers } from '@/lib/index-service/projections/executions';
import { leaderHandlers } from '@/lib/index-service/projections/leaders';
import { paymentHandlers } from '@/lib/index-service/projections/payments';
import { taskHandlers } from '@/lib/index-service/projections/tasks';
import { toolHandlers } from '@/lib/index-service/projections/tools';
import type { Database } from '@/lib/index-service/store/database';
import { readOnce } from './grouped-answer';

const lists = {
  'leaders.list': leaderHandlers['leaders.list'],
  'agents.list': agentHandlers['agents.list'],
  'tools.list': toolHandlers['tools.list'],
  'dags.list': dagHandlers['dags.list'],
  'executions.list': executionHandlers['executions.list'],
  'tasks.list': taskHandlers['tasks.list'],
  'payments.list': paymentHandlers['payments.list'],
  'events.list': eventHandlers['events.list'],
} as const;
type List = keyof typeof lists;

/** The filter of a list by state, and its values. */
const STATES: { [Name in List]?: Partial<Record<keyof QueryInput<Name>, readonly string[]>> } = {
  'leaders.list': { status: leaderStatuses },
  'dags.list': { finalized: ['true', 'false'] },
  'executions.list': { status: executionStatuses },
  'tasks.list': { status: taskStatuses },
  'payments.list': { final_state: paymentStates },
};

/** The filters that a list is counted by; the first is none. */
function countedBy(name: List): Record<string, string>[] {
  const states = Object.entries(STATES[name] ?? {});
  return [{}, ...states.flatMap(([field, values]) => values.map((value) => ({ [field]: value })))];
}

async function count(db: Database, name: List, filters: Record<string, string>) {
  const query = parseQuery(name, new URLSearchParams({ ...filters, page_size: '1' }));
  const { metadata } = await lists[name]({ db, params: {}, query: query as never });
  return { request: requestPath(name, {}, filters), count: Number(metadata.total_items) };
}

export const totalsHandlers = {
  'stats.totals': ({ db }) =>
    readOnce(db, async (tx) => {
      const counts = [];
      for (const name of Object.keys(lists) as List[])
        for (const filters of countedBy(name)) counts.push(await count(tx, name, filters));
      return { counts };
    }),
} satisfies Handlers;
