// The leaders that committed results of an execution, each once, as events name them. Executions by a number, which sorts faster than their ids.
import { executionEvents } from './execution-records';
import { executions } from './executions';
import type { Summary } from './summary';

export const executionLeaders: Summary = {
  tables: ['execution_leaders'],
  of: [executions, executionEvents],
  statements: (schema) => [
    `create table ${schema}.execution_leaders (leader text not null, execution bigint not null, primary key (leader, execution))`,
    `create index execution_leaders_0 on ${schema}.execution_leaders (execution)`,
  ],
  kinds: ['CommittedToolResultEvent'],
  async added(tx, schema, entries) {
    await tx.query(
      `insert into ${schema}.execution_leaders
       select distinct e.leader, t.first_entry_id
       from ${schema}.execution_events e join ${schema}.executions t on t.key = e.execution_id
       where e.id = any($1::bigint[]) and e.leader is not null
       on conflict do nothing`,
      [entries.map(({ id }) => id)],
    );
  },
  timed: async () => undefined,
};
