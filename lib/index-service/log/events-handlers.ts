// GET /events (spec 6.2): the log, newest first. A row that does not decode is counted and skipped.
// Payloads are inserted as stored text.
import type { QueryOutput } from '@/lib/contract/endpoints';
import { comparedKinds, policyOf } from '@/lib/contract/event-kinds/policies';
import { RawJson, type Handlers } from '@/lib/index-service/http/handler-types';
import { LOG } from '@/lib/index-service/limits';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import {
  conditionsIn,
  createdWithin,
  createParameters,
  type Conditions,
  type Parameters,
} from '@/lib/index-service/store/conditions';
import { eventsOfLeaders } from '@/lib/index-service/stats/leader-stats';
import { eventsOfVisits } from '@/lib/index-service/stats/vertex-visit-stats';
import { parseJson } from '@/lib/json/exact';
import type { StoredEntry } from './log-entry';
import { fitting, pageMetadata, rowOffset } from '@/lib/index-service/projections/page';

type Query = QueryOutput<'events.list'>;

/** Kept counters answer a history without filters, or by kinds or sender alone; otherwise the matching rows are counted. */
async function total(db: Database, query: Query, where: Conditions): Promise<number> {
  const ask = async (sql: string, params: readonly SqlValue[]) =>
    Number((await db.query<{ total: bigint }>(sql, params))[0]?.total ?? 0n);
  const sum = 'select coalesce(sum(entries), 0)::bigint as total from';
  const { sender, kinds: _kinds, page_size: _size, page_token: _token, ...others } = query;
  const kinds = kindsOf(query);
  const filters = [...Object.values(others), kinds, sender];
  const [only, ...more] = filters.filter((filter) => filter !== undefined);
  if (only === undefined) return ask(`${sum} log_counts`, []);
  if (more.length === 0 && only === query.sender)
    return ask(`${sum} log_sender_counts where sender_address = $1`, [only]);
  if (more.length === 0 && only === kinds)
    return ask(`${sum} log_counts where kind = any($1::text[])`, [kinds ?? []]);
  return ask(`select count(*) as total from log_entries t where ${where.sql()}`, where.params());
}

/** A list without any name filters nothing. */
function kindsOf(query: Query): string[] | undefined {
  return query.kinds === undefined || query.kinds.length === 0 ? undefined : [...query.kinds];
}

/** The records of leaders, and the visits of vertices, that a query is about. */
function selections(query: Query, parameters: Parameters): string[] {
  const { leader_cap_id, turn, missed_reason, missed_tool_fqn, staker } = query;
  const { call, tool_fqn, vertex_name, dag_object_id, agent_object_id } = query;
  const { skill_id, status, invoker, started_after, started_before } = query;
  const isOfCalls = call !== undefined;
  const ofLeaders = {
    ...{ turn, missed_reason, missed_tool_fqn, staker },
    ...(!isOfCalls && { leader_cap_id }),
  };
  const ofVisits = {
    ...{ call, tool_fqn, vertex_name, dag_object_id, agent_object_id },
    ...{ skill_id, status, invoker, started_after, started_before },
    ...(isOfCalls && { leader_cap_id }),
  };
  const isSet = (filters: object) => Object.values(filters).some((value) => value !== undefined);
  return [
    ...(isSet(ofLeaders) ? [eventsOfLeaders(ofLeaders, parameters)] : []),
    ...(isSet(ofVisits) ? [eventsOfVisits(ofVisits, parameters)] : []),
  ];
}

function matching(query: Query): Conditions {
  const parameters = createParameters();
  const selected = selections(query, parameters).map((events) => `t.id in (${events})`);
  return createdWithin(conditionsIn(parameters, 't.listed', ...selected), query, 't.onchain_at')
    .and('t.sender_address = ?', query.sender)
    .and('t.tx_digest = ?', query.tx_digest)
    .and('t.id in (select ended_entry_id from occurrences where task_object_id = ?)', query.task_object_id);
}

/**
 * A page of rows, newest first. Of several kinds each is read from its own index as far as the page could reach, so that rare kinds do not cost
 * a walk over the whole log.
 */
async function rowsOf(db: Database, query: Query): Promise<StoredEntry[]> {
  const kinds = kindsOf(query);
  const { page_size } = query;
  const offset = rowOffset(query);
  const where = matching(query);
  const page = `order by t.id desc limit ${page_size} offset ${offset}`;
  if (kinds === undefined)
    return db.query(`select * from log_entries t where ${where.sql()} ${page}`, where.params());
  const params = [...where.params(), kinds];
  return db.query(
    `select t.* from (select distinct kind from unnest($${params.length}::text[]) as requested (kind)) requested_kinds
     cross join lateral (select * from log_entries t where t.kind = requested_kinds.kind and ${where.sql()} order by t.id desc limit ${offset + page_size}) t
     ${page}`,
    params,
  );
}

/** The payload that set the same policy before, by the id of the event. */
async function previousPayloads(
  db: Database,
  rows: readonly StoredEntry[],
): Promise<ReadonlyMap<bigint, RawJson>> {
  const previous = new Map<bigint, RawJson>();
  if (!rows.some(({ kind }) => (comparedKinds as readonly string[]).includes(kind))) return previous;
  const newest = await rowsOf(db, { kinds: comparedKinds, page_size: LOG.policyEvents });
  const last = new Map<string, string>();
  for (const { id, kind, payload } of newest.reverse()) {
    const policy = policyOf(kind, parseJson(payload));
    if (policy === undefined) continue;
    const before = last.get(policy);
    if (before !== undefined) previous.set(id, new RawJson(before));
    last.set(policy, payload);
  }
  return previous;
}

export const eventHandlers = {
  'events.list': ({ db, query }) =>
    db.transaction(async (tx) => {
      const where = matching(query).and('t.kind = any(?::text[])', kindsOf(query));
      const total_items = await total(tx, query, where);
      const rows = fitting(await rowsOf(tx, query));
      const previous = await previousPayloads(tx, rows);
      const offset = rowOffset(query);
      const items = rows
        .filter((row) => row.decodable)
        .map((row) => ({
          id: row.id,
          kind: row.kind,
          tx_digest: row.tx_digest ?? '',
          sender_address: row.sender_address ?? '',
          payload: new RawJson(row.payload),
          onchain_at: row.onchain_at,
          previous: previous.get(row.id),
        }));
      return { items, metadata: pageMetadata(offset, { next: offset + rows.length, total_items }) };
    }),
} satisfies Handlers;
