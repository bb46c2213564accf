// Tasks and their executions, occurrences and reserve (spec 2.7, 10.1). `controller` matches an address or an agent.
import { ContractError } from '@/lib/contract/errors';
import type { Occurrence, Reserve, Task } from '@/lib/contract/tasks';
import type { Handlers } from '@/lib/index-service/http/handlers';
import type { Database } from '@/lib/index-service/store/database';
import {
  conditions,
  createdWithin,
  entryOf,
  list,
  NEWEST_OBJECTS,
  shownRows,
  type Conditions,
} from '@/lib/index-service/store/listing';
import { parseJson } from '@/lib/json/exact';
import { listExecutions, shownExecutions } from './executions-handlers';
import { tasks } from './tasks';

/** A page of tasks that can be shown; conditions see the table as `t`. */
export function listTasks(db: Database, where: Conditions, page: { page_token: number; page_size: number }) {
  return list<Task>(db, {
    select: `t.key as object_id, t.status, t.controller_kind, t.controller_address, t.controller_agent_id, t.agent_object_id, t.skill_id,
      t.created_at, t.updated_at, created.onchain_at as onchain_created_at`,
    from: 'tasks',
    joins: entryOf('t.created_entry_id', 'created'),
    where,
    order: NEWEST_OBJECTS,
    page,
  });
}

export function shownTasks(): Conditions {
  return shownRows(tasks);
}

/** The id as text, and when the task last changed. Throws NOT_FOUND when no event has named the task. */
async function knownTask(db: Database, id: unknown): Promise<{ id: string; updated_at: string }> {
  const key = String(id);
  const [row] = await db.query<{ updated_at: string }>('select updated_at from tasks where key = $1', [key]);
  if (row === undefined) throw new ContractError('NOT_FOUND', `there is no task ${key}`);
  return { id: key, updated_at: row.updated_at };
}

export const taskHandlers = {
  'tasks.list': ({ db, query }) =>
    listTasks(
      db,
      createdWithin(shownTasks(), query)
        .and('t.status = ?', query.status, 'status')
        .and(
          't.controller_address = ? or t.controller_agent_id = ?',
          query.controller,
          'controller_address',
          'controller_agent_id',
        )
        .and('t.agent_object_id = ?', query.agent_object_id, 'agent_object_id')
        .and('t.skill_id = ?::numeric', query.skill_id, 'skill_id'),
      query,
    ),
  'tasks.executions': async ({ db, params, query }) => {
    const { id } = await knownTask(db, params['task_object_id']);
    const where = shownExecutions()
      .and('t.task_object_id = ?', id, 'task_object_id')
      .and('t.status = ?', query.status);
    return listExecutions(db, where, query);
  },
  'tasks.occurrences': async ({ db, params, query }) => {
    const { id } = await knownTask(db, params['task_object_id']);
    const page = await list<Occurrence>(db, {
      select:
        't.occurrence_id, t.source, t.state, t.reason, t.execution_object_id, t.start_at, t.deadline_at, t.created_at, t.updated_at',
      from: 'occurrences',
      where: conditions().and('t.task_object_id = ?', id),
      order: NEWEST_OBJECTS,
      page: query,
    });
    const items = page.items.map((item) => ({
      ...item,
      source: typeof item.source === 'string' ? parseJson(item.source) : null,
    }));
    return { items, metadata: page.metadata };
  },
  'tasks.reserve': async ({ db, params }) => {
    const { id, updated_at } = await knownTask(db, params['task_object_id']);
    const [reserve] = await db.query<Reserve>(
      'select key as task_object_id, balance_mist, funder, updated_at from task_reserves where key = $1',
      [id],
    );
    return reserve ?? { task_object_id: id, balance_mist: null, funder: null, updated_at };
  },
} satisfies Handlers;
