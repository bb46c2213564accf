// Executions and what belongs to one (spec 2.6, 2.8, 2.9, 2.10, 10.1).
// An execution is listed once a walk's request has set its DAG and invoker.
import { ContractError } from '@/lib/contract/errors';
import type { Execution, ExecutionEvent, GasEvent, SubmissionFailure, Walk } from '@/lib/contract/executions';
import type { Handlers } from '@/lib/index-service/http/handlers';
import type { Database } from '@/lib/index-service/store/database';
import {
  asNumber,
  conditions,
  entryOf,
  list,
  NEWEST_OBJECTS,
  NEWEST_RECORDS,
  shownRows,
  type Conditions,
} from '@/lib/index-service/store/listing';
import { parseJson } from '@/lib/json/exact';
import { executions } from './executions';
import type { WalkRecord } from './walks';

const SELECT = `t.key as object_id, t.dag_object_id, t.invoker, t.status, t.agent_object_id, t.skill_id, t.interface_revision,
  t.task_object_id, t.payment_object_id, t.has_any_walk_failed, t.has_any_walk_succeeded, t.was_aborted,
  t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const JOINS = entryOf('t.created_entry_id', 'created');
const SHOWN = shownRows(executions).sql();

interface Paging {
  page_token: number;
  page_size: number;
}

/** A page of executions that can be shown; conditions see the table as `t`. Used by agents and tasks as well. */
export function listExecutions(db: Database, where: Conditions, page: Paging) {
  return list<Execution>(db, {
    select: SELECT,
    from: 'executions',
    joins: JOINS,
    where,
    order: NEWEST_OBJECTS,
    page,
  });
}

export function shownExecutions(): Conditions {
  return shownRows(executions);
}

function noExecution(id: unknown): ContractError {
  return new ContractError('NOT_FOUND', `there is no execution ${String(id)}`);
}

/** The row's walks. Throws NOT_FOUND when no event has named the execution. */
async function known(db: Database, id: unknown): Promise<{ id: string; walks: string }> {
  const key = String(id);
  const [row] = await db.query<{ walks: string }>('select walks from executions where key = $1', [key]);
  if (row === undefined) throw noExecution(key);
  return { id: key, walks: row.walks };
}

function shownWalk(stored: WalkRecord): Walk {
  const { waiting: _waiting, ...walk } = stored;
  const whole = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    ...walk,
    walk_index: BigInt(walk.walk_index),
    vertex_iteration: whole(walk.vertex_iteration),
    out_of: whole(walk.out_of),
  };
}

/** One page of what is held whole. */
function pageOf<Item>(all: readonly Item[], { page_token, page_size }: Paging) {
  const next = page_token + page_size;
  return {
    items: all.slice(page_token, next),
    metadata: { next_token: next < all.length ? next : null, total_items: all.length },
  };
}

export const executionHandlers = {
  'executions.list': ({ db, query }) =>
    listExecutions(
      db,
      shownExecutions()
        .and('t.status = ?', query.status, 'status')
        .and('t.agent_object_id = ?', query.agent_object_id, 'agent_object_id')
        .and('t.skill_id = ?::numeric', query.skill_id, 'skill_id')
        .and('t.dag_object_id = ?', query.dag_object_id, 'dag_object_id')
        .and('t.task_object_id = ?', query.task_object_id, 'task_object_id')
        .and('t.invoker = ?', query.invoker, 'invoker'),
      query,
    ),
  'executions.get': async ({ db, params }) => {
    const [row] = await db.query<Execution>(
      `select ${SELECT} from executions t ${JOINS} where t.key = $1 and ${SHOWN}`,
      [String(params['execution_object_id'])],
    );
    if (row === undefined) throw noExecution(params['execution_object_id']);
    return row;
  },
  'executions.walks': async ({ db, params, query }) => {
    const { walks } = await known(db, params['execution_object_id']);
    const shown = (parseJson(walks) as WalkRecord[]).map(shownWalk);
    shown.sort((a, b) => (a.walk_index < b.walk_index ? -1 : 1));
    return pageOf(shown, query);
  },
  'executions.events': async ({ db, params, query }) => {
    const { id } = await known(db, params['execution_object_id']);
    const page = await list<ExecutionEvent>(db, {
      select: `${asNumber('t.id')} as id, t.execution_id, t.event_type, t.tx_digest, t.vertex_name, t.vertex_iteration, t.walk_index, t.variant,
        t.failure_reason, t.has_primary_failure_evidence, t.has_secondary_failure_evidence, t.leader, t.ports_data, t.created_at`,
      from: 'execution_events',
      where: conditions().and('t.execution_id = ?', id).and('t.event_type = ?', query.event_type),
      order: NEWEST_RECORDS,
      page: query,
    });
    const items = page.items.map((item) => ({
      ...item,
      ports_data:
        item.ports_data === null
          ? null
          : (parseJson(item.ports_data as unknown as string) as ExecutionEvent['ports_data']),
    }));
    return { items, metadata: page.metadata };
  },
  'executions.submission-failures': async ({ db, params, query }) => {
    const { id } = await known(db, params['execution_object_id']);
    return list<SubmissionFailure>(db, {
      select: `${asNumber('t.id')} as id, t.tx_digest, t.vertex_name, t.vertex_iteration, t.walk_index, t.failed_leader, t.winning_leader,
        t.err_eval_hash, t.reason, t.created_at`,
      from: 'submission_failures',
      where: conditions().and('t.execution_id = ?', id),
      order: NEWEST_RECORDS,
      page: query,
    });
  },
  'executions.gas': async ({ db, params, query }) => {
    await known(db, params['execution_object_id']);
    return pageOf<GasEvent>([], query);
  },
} satisfies Handlers;
