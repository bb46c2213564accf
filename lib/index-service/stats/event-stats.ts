// GET /stats/events (spec 10.5): how many events of the history lie in a window, by kind or family, and how late they were indexed.
import { eventKinds, type EventKind, familyOf } from '@/lib/contract/event-kinds/catalogue';
import type { QueryOutput } from '@/lib/contract/endpoints';
import type { EventGroup } from '@/lib/contract/stats';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import type { Database } from '@/lib/index-service/store/database';
import {
  type Conditions,
  conditionsIn,
  createParameters,
  type Parameters,
} from '@/lib/index-service/store/conditions';
import { type GroupedSelect, groupColumns, statistics } from './grouped-answer';
import { piecesOf, unitsWithin } from './time-units';
import { type Bounds, bucketOf, within } from './window';

type Query = QueryOutput<'stats.events'>;

const KINDS = Object.keys(eventKinds) as EventKind[];
const FAMILY = `case kind ${KINDS.map((kind) => `when '${kind}' then '${familyOf(kind)}'`).join(' ')} end`;

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  family: FAMILY,
  kind: 'kind',
  sender: 'sender_address',
  task: 'task_object_id',
};

/** The events that end occurrences: grouped by task, only those are counted. */
const OF_TASKS = `kind in ('OccurrenceMissedEvent', 'OccurrenceWithdrawnEvent', 'OccurrenceSettledEvent')`;
const TASK = '(select o.task_object_id from occurrences o where o.ended_entry_id = log_entries.id)';

function ofKinds(where: Conditions, { kinds, family }: Query): Conditions {
  const ofFamily = family && KINDS.filter((kind) => familyOf(kind) === family);
  return where
    .and('kind = any(?::text[])', kinds?.length === 0 ? undefined : kinds)
    .and('kind = any(?::text[])', ofFamily);
}

function matching(query: Query, always: string, parameters = createParameters()): Conditions {
  const ofTasks = query.group_by?.includes('task') === true ? [OF_TASKS] : [];
  return ofKinds(conditionsIn(parameters, 'listed', always, ...ofTasks), query).and(
    'sender_address = ?',
    query.sender,
  );
}

const UNITS = ['day', 'hour', 'minute'] as const;

/** How long after its on-chain time an entry was indexed; zero where clocks disagree. */
const LAG = `greatest(0, date_part('epoch', indexed_at - onchain_at) * 1000)`;

/** The number and lag of events by bucket and kind: of senders and tasks from the entries, otherwise from the counters of the log. */
function countsOf(query: Query, parameters: Parameters): string {
  const { bucket, sender, group_by = [] } = query;
  const named = group_by.filter((dimension) => dimension === 'sender' || dimension === 'task');
  const task = named.includes('task') ? TASK : 'null::text';
  const entriesWithin = (bounds: Bounds) => {
    const where = within(matching(query, 'onchain_at is not null', parameters), bounds, 'onchain_at');
    return `select ${bucketOf(bucket, 'onchain_at')} as bucket_start, kind, 1 as entries, ${LAG} as lag_ms, ${LAG} as lag_max_ms,
        sender_address, ${task} as task_object_id
      from log_entries where ${where.sql()}`;
  };
  if (sender !== undefined || named.length > 0) return entriesWithin(query);
  const pieces = piecesOf(query, unitsWithin(bucket, UNITS)).map((piece) => {
    if (piece.unit === 'entry') return entriesWithin(piece);
    const where = ofKinds(conditionsIn(parameters, `unit = '${piece.unit}'`), query);
    return `select ${bucketOf(bucket, 'start')}, kind, entries, lag_ms, lag_max_ms, null::text, null::text
      from log_time_counts where ${within(where, piece, 'start').sql()}`;
  });
  return `select bucket_start, kind, sum(entries) as entries, sum(lag_ms) as lag_ms, max(lag_max_ms) as lag_max_ms,
      null::text as sender_address, null::text as task_object_id
    from (${pieces.join(' union all ')}) pieces (bucket_start, kind, entries, lag_ms, lag_max_ms, sender_address, task_object_id) group by 1, 2`;
}

/** A double, because a log may have more events than an int. */
const FIGURES = `sum(entries)::float8 as count,
  round((sum(lag_ms) / sum(entries)::float8)::numeric) as lag_mean_ms,
  round(max(lag_max_ms))::bigint as lag_max_ms,
  coalesce(sum(entries) filter (where of = 'OccurrenceMissedEvent'), 0)::float8 as missed`;

const ORDERS = { missed_rate: 'missed / count' };

/** Counted by kind first, so that a family is looked up once a kind. */
function eventRows(query: Query): GroupedSelect {
  const parameters = createParameters();
  const counts = countsOf(query, parameters);
  const rows = `select bucket_start, ${groupColumns(query.group_by, GROUPS)}, kind as of, entries, lag_ms, lag_max_ms from (${counts}) of_kinds`;
  return { rows, values: parameters.values, figures: FIGURES, orders: ORDERS };
}

async function undatedEvents(db: Database, query: Query): Promise<number> {
  const where = matching(query, 'onchain_at is null');
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from log_entries where ${where.sql()}`,
    where.params(),
  );
  return row?.count ?? 0;
}

export const eventStatsHandlers = {
  'stats.events': statistics<Query, EventGroup>(undatedEvents, eventRows),
} satisfies Handlers;
