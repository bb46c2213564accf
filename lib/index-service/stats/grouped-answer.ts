// How statistics are answered: the largest groups of a window, and what is in none, from one state of the store.
// Invariant: what has no on-chain time is in no window and is counted apart.
import { MOST_GROUPS } from '@/lib/contract/stats';
import { AGENT_DESCRIPTION } from '@/lib/index-service/projections/agents';
import { DAG_DESCRIPTION } from '@/lib/index-service/projections/dags';
import { SKILL_OF_ROW } from '@/lib/index-service/projections/table-reader';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import { beginning, shortened } from '@/lib/index-service/store/foreign-text';
import type { Window } from './window';

/** What a group is in words, where rows are grouped by what has some. `group` is SQL. */
const TITLES: Readonly<Record<string, (group: string) => string>> = {
  skill: (group) => `(select s.description from skills s where s.key = ${group})`,
  agent: AGENT_DESCRIPTION,
  dag: DAG_DESCRIPTION,
  task: (group) => `(select skill.description from tasks t ${SKILL_OF_ROW} where t.key = ${group})`,
};

/** What the groups are, in which order and how many; the order is of a figure, or of one of `orders`. */
export interface Grouping extends Window {
  group_by?: readonly string[] | undefined;
  order_by?: string | undefined;
  limit?: number | undefined;
  total?: boolean | undefined;
}

export interface GroupedSelect {
  /** What `rows` reads from, each as in a with clause. */
  tables?: readonly string[];
  /** A select with bucket_start, "group" and subgroup. */
  rows: string;
  /** The values of its parameters. */
  values: readonly SqlValue[];
  /** Of each group; they include `count`. */
  figures: string;
  /** Combines the figures of several groups, in the same order: ranking and total are then computed from groups, not rows. */
  combined?: string | undefined;
  /** What groups can be ordered by besides figures, as SQL of those. */
  orders?: Readonly<Record<string, string>>;
  /** SQL of the rows of another grouping, where a row is in several groups or depends on its group: ranking and total are then of those. */
  regrouped?: ((grouping: Grouping) => string) | undefined;
}

/** SQL of "group" and subgroup: texts with the same beginning are one group. `dimensions`: SQL of each. */
export function groupColumns(
  group_by: readonly string[] = [],
  dimensions: Readonly<Record<string, string>>,
): string {
  const [group, subgroup] = [0, 1].map((place) => {
    const dimension = dimensions[group_by[place] ?? ''];
    return dimension === undefined ? 'null::text' : shortened(dimension);
  });
  return `${group} as "group", ${subgroup} as subgroup`;
}

/** SQL of figures: how many rows have each of the values in the column, under its name. */
export function countOfEach(column: string, values: readonly string[]): string {
  return values
    .map((value) => `(count(*) filter (where ${column} = '${value}'))::int as ${value}`)
    .join(', ');
}

/** SQL of figures that add up over groups. `type`: of their sum. */
export function summed(names: readonly string[], type = ''): string {
  return names.map((name) => `sum(${name})${type} as ${name}`).join(', ');
}

function orderOf({ order_by }: Grouping, orders: Readonly<Record<string, string>> = {}): string {
  const [figure = 'count', direction = 'desc'] = order_by?.split('.') ?? [];
  return `${orders[figure] ?? figure} ${direction} nulls last, count desc`;
}

interface Groups<Group> {
  groups: Group[];
  left_out: number;
  /** All rows as one group; null without rows, or if it was not requested. */
  total: Group | null;
}

/** Compares the first dimension, where null equals null. */
const COMPARED = `"group" is null, coalesce("group", '')`;

/** All rows as one group. */
const WHOLE = { bucket: 'none', group_by: [], order_by: undefined, limit: undefined } as const;

/** The first groups of a query, in the order of their buckets; a limit is of the values of the first dimension, each with all its buckets and subgroups. */
export async function readGroups<Group>(
  db: Database,
  query: Grouping,
  { tables, rows, values, figures, combined, orders, regrouped }: GroupedSelect,
): Promise<Groups<Group>> {
  const { group_by = [], bucket, total = false } = query;
  const ranked =
    query.limit !== undefined && group_by.length > 0 && (bucket !== 'none' || group_by.length > 1);
  const titles = group_by.flatMap((dimension, place) => {
    const title = TITLES[dimension];
    return title === undefined
      ? []
      : [
          `, ${beginning(title(place === 0 ? '"group"' : 'subgroup'))} as ${place === 0 ? 'title' : 'subtitle'}`,
        ];
  });
  const order = orderOf(query, orders);
  const most = query.limit ?? MOST_GROUPS;
  const parts = [...(tables ?? []), `counted as (${rows})`];
  const grouped = (where: string) => `select bucket_start, "group", subgroup, ${figures} from counted ${where}
    group by bucket_start, "group", subgroup`;
  if (combined !== undefined) parts.push(`grouped as (${grouped('')})`);
  const [merged, source] = combined === undefined ? [figures, 'counted'] : [combined, 'grouped'];
  /** The figures by fewer dimensions. */
  const mergedBy = (grouping: Partial<Grouping>) =>
    regrouped === undefined
      ? { figures: merged, from: source }
      : { figures, from: `(${regrouped({ ...query, ...grouping })}) regrouped` };
  let where = '';
  if (ranked) {
    const first = mergedBy({ bucket: 'none', group_by: group_by.slice(0, 1) });
    // Figures that the order does not need are not computed.
    where = `where (${COMPARED}) in (select ${COMPARED} from ranked)`;
    parts.push(`ranked as (
      select "group", (count(*) over ())::int as named from (select "group", ${first.figures} from ${first.from} group by "group") named
      order by ${order}, "group" limit ${most}
    )`);
  }
  parts.push(`largest as (
    select *, (count(*) over ())::int as groups from (
      ${combined === undefined ? grouped(where) : `select * from grouped ${where}`}
    ) found order by ${order}, bucket_start, "group", subgroup limit ${ranked ? MOST_GROUPS : most}
  )`);
  const all = mergedBy(WHOLE);
  const whole = total
    ? `union all select true, null::timestamptz, null::text, null::text, ${all.figures}, 0 from ${all.from} having count(*) > 0`
    : '';
  const read = await db.query<Group & { groups: number; whole: boolean; named: number; total_ms?: number }>(
    `with ${parts.join(', ')}
     select *${titles.join('')}, ${ranked ? '(select max(named) from ranked)' : '0'} as named
     from (select false as whole, * from largest ${whole}) read order by whole, bucket_start, ${order}, "group", subgroup`,
    values,
  );
  const groupOf = ({
    groups: _groups,
    whole: _whole,
    named: _named,
    total_ms: _total,
    ...group
  }: (typeof read)[number]) => group as unknown as Group;
  const [first] = read;
  const found = read.filter((row) => !row.whole);
  const last = read.at(-1);
  return {
    groups: found.map(groupOf),
    left_out:
      first === undefined || first.whole ? 0 : first.groups - found.length + Math.max(0, first.named - most),
    total: last?.whole === true ? groupOf(last) : null,
  };
}

/** Reads an answer from one state of the store. These statements take less time than PostgreSQL would take to compile them, and sort in memory. */
export function readOnce<Answer>(db: Database, read: (tx: Database) => Promise<Answer>): Promise<Answer> {
  return db.transaction(async (tx) => {
    await tx.query("select set_config('jit', 'off', true), set_config('work_mem', '64MB', true)");
    return read(tx);
  });
}

type Select<Query> = (query: Query, db: Database) => GroupedSelect | Promise<GroupedSelect>;

/** A handler: the requested window, the count without a time, and the groups, all from one state of the store. */
export function statistics<Query extends Grouping, Group>(
  undated: (db: Database, query: Query) => Promise<number>,
  select: Select<Query>,
  complete: (db: Database, query: Query, groups: Group[]) => Promise<Group[]> = async (_db, _query, groups) =>
    groups,
) {
  return ({ db, query }: { db: Database; query: Query }) =>
    readOnce(db, async (tx) => {
      const { from = null, to = null, bucket, group_by = [] } = query;
      const { groups, left_out, total } = await readGroups<Group>(tx, query, await select(query, tx));
      return {
        from,
        to,
        bucket,
        group_by: group_by.length === 0 ? 'none' : group_by.join(','),
        undated: await undated(tx, query),
        groups: await complete(tx, query, groups),
        left_out,
        // A query with fewer groups is still one of this endpoint.
        total: total && ((await complete(tx, { ...query, ...WHOLE }, [total]))[0] ?? null),
      };
    });
}
