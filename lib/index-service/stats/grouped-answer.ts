// How statistics are answered: the largest groups of a window, and what is in none, from one state of the store.
// Invariant: what has no on-chain time is in no window and is counted apart.
import { MOST_GROUPS } from '@/lib/contract/stats';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import type { Window } from './window';

/** What a group is in words, where rows are grouped by what has some. */
const TITLES: Readonly<Record<string, string>> = {
  skill: '(select description from skills s where s.key = "group")',
};

interface GroupedSelect {
  /** What `rows` reads from, as a with clause. */
  tables?: string;
  /** A select with bucket_start and "group". */
  rows: string;
  /** The values of its parameters. */
  values: readonly SqlValue[];
  /** Of each group; they include `count`. */
  figures: string;
  group_by?: string;
}

/** The largest groups of the rows of a select, in the order of their buckets. Without `offset 0` a duration would be computed once per figure. */
export async function groupsOf<Group>(
  db: Database,
  select: GroupedSelect,
): Promise<{ groups: Group[]; left_out: number }> {
  const words = TITLES[select.group_by ?? 'none'];
  const title = words === undefined ? '' : `, ${words} as title`;
  const rows = await db.query<Group & { groups: number }>(
    `${select.tables ?? ''} select *${title} from (
       select *, (count(*) over ())::int as groups from (
         select bucket_start, "group", ${select.figures} from (${select.rows} offset 0) counted group by bucket_start, "group"
       ) grouped order by count desc, bucket_start, "group" limit ${MOST_GROUPS}
     ) largest order by bucket_start, count desc, "group"`,
    select.values,
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

/** A handler: the requested window, the count without a time, and the groups, all from one state of the store. */
export function statistics<GroupBy extends string, Query extends Window & { group_by: GroupBy }, Group>(
  undated: (db: Database, query: Query) => Promise<number>,
  groups: (db: Database, query: Query) => Promise<{ groups: Group[]; left_out: number }>,
) {
  return ({ db, query }: { db: Database; query: Query }) =>
    readOnce(db, async (tx) => {
      const { from = null, to = null, bucket, group_by } = query;
      return { from, to, bucket, group_by, undated: await undated(tx, query), ...(await groups(tx, query)) };
    });
}
