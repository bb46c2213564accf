// How statistics are answered: the largest groups of a window, and what is in none, from one state of the store.
// Invariant: what has no on-chain time is in no window and is counted apart.
import { MOST_GROUPS } from '@/lib/contract/stats';
import { AGENT_DESCRIPTION, DAG_DESCRIPTION } from '@/lib/index-service/search/names';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import type { Window } from './window';

/** What a group is in words, where rows are grouped by what has some. `group` is SQL. */
const TITLES: Readonly<Record<string, (group: string) => string>> = {
  skill: (group) => `(select s.description from skills s where s.key = ${group})`,
  agent: AGENT_DESCRIPTION,
  dag: DAG_DESCRIPTION,
};

/** What the groups are, in which order and how many; the order is of a figure, or of one of `orders`. */
export interface Grouping extends Window {
  group_by?: readonly string[] | undefined;
  order_by?: string | undefined;
  limit?: number | undefined;
  total?: boolean | undefined;
}

export interface GroupedSelect {
  /** What `rows` reads from, as a with clause. */
  tables?: string;
  /** A select with bucket_start, "group" and subgroup. */
  rows: string;
  /** The values of its parameters. */
  values: readonly SqlValue[];
  /** Of each group; they include `count`. */
  figures: string;
  /** What groups can be ordered by besides figures, as SQL of those. */
  orders?: Readonly<Record<string, string>>;
}

/** SQL of "group" and subgroup. `dimensions`: SQL of each. */
export function groupColumns(
  group_by: readonly string[] = [],
  dimensions: Readonly<Record<string, string>>,
): string {
  const [group, subgroup] = [0, 1].map((place) => dimensions[group_by[place] ?? ''] ?? 'null::text');
  return `${group} as "group", ${subgroup} as subgroup`;
}

/** SQL of figures: how many rows have each of the values in the column, under its name. */
export function countOfEach(column: string, values: readonly string[]): string {
  return values
    .map((value) => `(count(*) filter (where ${column} = '${value}'))::int as ${value}`)
    .join(', ');
}

function orderOf({ order_by }: Grouping, orders: Readonly<Record<string, string>> = {}): string {
  const [figure = 'count', direction = 'desc'] = order_by?.split('.') ?? [];
  return `${orders[figure] ?? figure} ${direction} nulls last, count desc`;
}

interface Groups<Group> {
  groups: Group[];
  left_out: number;
}

/** The first groups of the rows of a select, in the order of their buckets; of `only` these values of the first dimension. */
async function groupsOf<Group>(
  db: Database,
  select: GroupedSelect,
  query: Grouping,
  only?: readonly (string | null)[],
): Promise<Groups<Group>> {
  const titles = (query.group_by ?? []).flatMap((dimension, place) => {
    const title = TITLES[dimension];
    return title === undefined
      ? []
      : [`, ${title(place === 0 ? '"group"' : 'subgroup')} as ${place === 0 ? 'title' : 'subtitle'}`];
  });
  const order = orderOf(query, select.orders);
  const values = [...select.values];
  let where = '';
  if (only !== undefined) {
    values.push(only.filter((value) => value !== null));
    where = `where "group" = any($${values.length}::text[])${only.includes(null) ? ' or "group" is null' : ''}`;
  }
  const limit = Math.min(MOST_GROUPS, (only === undefined && query.limit) || MOST_GROUPS);
  // Without `offset 0` a duration would be computed once per figure.
  const rows = await db.query<Group & { groups: number }>(
    `${select.tables ?? ''} select *${titles.join('')} from (
       select *, (count(*) over ())::int as groups from (
         select bucket_start, "group", subgroup, ${select.figures} from (${select.rows} offset 0) counted ${where}
         group by bucket_start, "group", subgroup
       ) grouped order by ${order}, bucket_start, "group", subgroup limit ${limit}
     ) largest order by bucket_start, ${order}, "group", subgroup`,
    values,
  );
  const groups = rows.map(({ groups: _groups, ...group }) => group as unknown as Group);
  return { groups, left_out: (rows[0]?.groups ?? 0) - rows.length };
}

/** Reads an answer from one state of the store. These statements take less time than PostgreSQL would take to compile them. */
export function readOnce<Answer>(db: Database, read: (tx: Database) => Promise<Answer>): Promise<Answer> {
  return db.transaction(async (tx) => {
    await tx.query('set local jit = off');
    return read(tx);
  });
}

type Select<Query> = (query: Query, db: Database) => GroupedSelect | Promise<GroupedSelect>;

/** The groups of a query; a limit is of the values of the first dimension, each with all its buckets and subgroups. */
export async function readGroups<Group>(
  tx: Database,
  query: Grouping,
  select: Select<Grouping>,
): Promise<Groups<Group>> {
  const { group_by = [], bucket, limit } = query;
  const isDivided = group_by.length > 0 && (bucket !== 'none' || group_by.length > 1);
  if (!isDivided || limit === undefined) return groupsOf(tx, await select(query, tx), query);
  const first = { ...query, bucket: 'none', group_by: group_by.slice(0, 1) } as const;
  const ranked = await groupsOf<{ group: string | null }>(tx, await select(first, tx), first);
  const only = ranked.groups.map(({ group }) => group);
  const { groups, left_out } = await groupsOf<Group>(tx, await select(query, tx), query, only);
  return { groups, left_out: left_out + ranked.left_out };
}

/** All rows as one group. */
const WHOLE = { bucket: 'none', group_by: [], order_by: undefined } as const;

/** A handler: the requested window, the count without a time, and the groups, all from one state of the store. */
export function statistics<Query extends Grouping, Group>(
  undated: (db: Database, query: Query) => Promise<number>,
  select: Select<Query>,
  complete: (db: Database, query: Query, groups: Group[]) => Promise<Group[]> = async (_db, _query, groups) =>
    groups,
) {
  const groupsOfQuery = async (tx: Database, query: Query) => {
    // A query with fewer groups is still one of this endpoint.
    const { groups, left_out } = await readGroups<Group>(tx, query, select as Select<Grouping>);
    return { groups: await complete(tx, query, groups), left_out };
  };
  const totalOf = async (tx: Database, query: Query) => {
    const { groups } = await groupsOfQuery(tx, { ...query, ...WHOLE });
    return groups[0] ?? null;
  };
  return ({ db, query }: { db: Database; query: Query }) =>
    readOnce(db, async (tx) => {
      const { from = null, to = null, bucket, group_by = [] } = query;
      return {
        from,
        to,
        bucket,
        group_by: group_by.length === 0 ? 'none' : group_by.join(','),
        undated: await undated(tx, query),
        ...(await groupsOfQuery(tx, query)),
        total: query.total === true ? await totalOf(tx, query) : null,
      };
    });
}
