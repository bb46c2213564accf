// GET /stats/events (spec 10.5): how many events of the history lie in a window, by kind or family.
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
import { bucketOf, within } from './window';

type Query = QueryOutput<'stats.events'>;

const KINDS = Object.keys(eventKinds) as EventKind[];
const FAMILY = `case kind ${KINDS.map((kind) => `when '${kind}' then '${familyOf(kind)}'`).join(' ')} end`;

const GROUPS: Readonly<Record<NonNullable<Query['group_by']>[number], string>> = {
  family: FAMILY,
  kind: 'kind',
};

function ofKinds(where: Conditions, { kinds, family }: Query): Conditions {
  const ofFamily = family && KINDS.filter((kind) => familyOf(kind) === family);
  return where
    .and('kind = any(?::text[])', kinds?.length === 0 ? undefined : kinds)
    .and('kind = any(?::text[])', ofFamily);
}

function matching(query: Query, always: string, parameters = createParameters()): Conditions {
  return ofKinds(conditionsIn(parameters, 'listed', always), query).and('sender_address = ?', query.sender);
}

const UNITS = ['day', 'hour', 'minute'] as const;

/** The number of events by bucket and kind: of a sender from the entries, otherwise from the counters of the log. */
function countsOf(query: Query, parameters: Parameters): string {
  const { from, to, bucket, sender } = query;
  if (sender !== undefined) {
    const where = within(matching(query, 'onchain_at is not null', parameters), query, 'onchain_at');
    return `select ${bucketOf(bucket, 'onchain_at')} as bucket_start, kind, count(*) as entries
      from log_entries where ${where.sql()} group by 1, 2`;
  }
  const kinds = ofKinds(conditionsIn(parameters), query).sql();
  if (from === undefined && to === undefined && bucket === 'none') {
    const undated = `select kind, count(*) as entries from log_entries where listed and onchain_at is null group by kind`;
    return `select null::timestamptz as bucket_start, kind, counts.entries - coalesce(undated.entries, 0) as entries
      from log_counts counts left join (${undated}) undated using (kind) where ${kinds}`;
  }
  const pieces = piecesOf(query, unitsWithin(bucket, UNITS)).map((piece) => {
    if (piece.unit === 'entry') {
      const where = within(conditionsIn(parameters, 'listed', 'onchain_at is not null'), piece, 'onchain_at');
      return `select ${bucketOf(bucket, 'onchain_at')} as bucket_start, kind, 1 as entries
        from log_entries where ${where.sql()}`;
    }
    const where = within(conditionsIn(parameters, `unit = '${piece.unit}'`), piece, 'start');
    return `select ${bucketOf(bucket, 'start')}, kind, entries from log_time_counts where ${where.sql()}`;
  });
  return `select bucket_start, kind, sum(entries) as entries from (${pieces.join(' union all ')}) pieces (bucket_start, kind, entries)
    where ${kinds} group by 1, 2`;
}

/** Counted by kind first, so that a family is looked up once a kind. A double, because a log may have more events than an int. */
function eventRows(query: Query): GroupedSelect {
  const parameters = createParameters();
  const counts = countsOf(query, parameters);
  const rows = `select bucket_start, ${groupColumns(query.group_by, GROUPS)}, entries from (${counts}) of_kinds where entries > 0`;
  return { rows, values: parameters.values, figures: 'sum(entries)::float8 as count' };
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
