// Finished executions in the columns that statistics read: narrow rows with computed times, which are read several times faster than those of the list.
// Invariant: the row of a finished execution is what `executionFigures` reads from its tables; one that has not finished is never stored.
import { executionLeaders } from './execution-leaders';
import { COST_MIST, CREATED, DURATION_MS, executions, SHOWN } from './executions';
import type { EntryKind, LogEntry } from '@/lib/index-service/log/log-entry';
import type { Database } from '@/lib/index-service/store/database';
import { storableText } from '@/lib/index-service/store/foreign-text';
import { toolPayments } from './payments';
import type { Summary } from './summary';

/** Those that every question reads come first, so that the others are skipped. */
const COLUMNS = {
  first_entry_id: 'bigint primary key',
  created_on_chain: 'timestamptz(3)',
  duration_ms: 'bigint',
  gas_mist: 'numeric',
  tool_cost_mist: 'numeric',
  priority_fee_mist: 'numeric',
  cost_mist: 'numeric',
  loop_iterations: 'numeric',
  skill_id: 'numeric',
  interface_revision: 'numeric',
  status: 'text not null',
  dag_object_id: 'text not null',
  agent_object_id: 'text',
  leaders: 'text[]',
  paid_tools: 'text[]',
  paid_mist: 'numeric[]',
  invoker: 'text not null',
  failure_class: 'text',
  failure_reason: 'text',
  failed_vertex: 'text',
  over_budget: 'boolean',
  task_object_id: 'text',
  payment_object_id: 'text',
};

const NAMES = Object.keys(COLUMNS);

/** SQL of the figures of the executions (`t`) for which `where` holds. Leaders are those that committed results, as events name them. */
export function executionFigures(where: string, schema = 'public'): string {
  const paid = (column: string) =>
    `(select array_agg(p.${column} order by p.key) from ${schema}.tool_payments p where p.execution_object_id = t.key)`;
  const computed: Readonly<Record<string, string>> = {
    created_on_chain: CREATED,
    duration_ms: DURATION_MS,
    cost_mist: COST_MIST,
    leaders: `(select array_agg(l.leader order by l.leader) from ${schema}.execution_leaders l where l.execution = t.first_entry_id)`,
    paid_tools: paid('tool_fqn'),
    paid_mist: paid('paid_mist'),
  };
  return `select ${NAMES.map((name) => (name in computed ? `${computed[name]} as ${name}` : `t.${name}`)).join(', ')}
    from ${schema}.executions t where ${[...SHOWN, where].join(' and ')}`;
}

async function refresh(tx: Database, schema: string, entries: readonly LogEntry[]): Promise<void> {
  const keys = new Set(entries.flatMap((entry) => executions.keysOf(entry as never)));
  await tx.query(
    `insert into ${schema}.execution_figures (${NAMES.join(', ')})
     ${executionFigures('t.key = any($1::text[]) and t.finished_entry_id is not null', schema)}
     on conflict (first_entry_id) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [[...keys].map(storableText)],
  );
}

export const executionFiguresSummary: Summary = {
  tables: ['execution_figures'],
  of: [...executionLeaders.of, toolPayments],
  statements: (schema) => [
    `create table ${schema}.execution_figures (${Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`,
    ...['created_on_chain', 'dag_object_id, created_on_chain', 'agent_object_id, created_on_chain'].map(
      (list, index) => `create index execution_figures_${index} on ${schema}.execution_figures (${list})`,
    ),
  ],
  kinds: [
    ...(Object.keys(executions.on) as EntryKind[]),
    ...executionLeaders.kinds,
    'InvocationSettledEvent',
  ],
  added: refresh,
  timed: refresh,
};
