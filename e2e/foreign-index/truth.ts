// What is true of the rows behind a foreign index, beyond what it serves, and the ids that the pages are opened with.
import type { DataSet, Row } from '@/e2e/foreign-index/data-set';
import type { ForeignIndex } from '@/e2e/foreign-index/foreign-index';

export interface Ids {
  leader: string;
  agent: string;
  task: string;
  tool: string;
  dag: string;
  otherDag: string;
  execution: string;
  payment: string;
  /** Funds the payment. */
  address: string;
  creator: string;
}

export interface Truth {
  ids: Ids;
  /** How many rows of a specified listing match, as the index serves them. */
  count(path: string, filters?: Readonly<Record<string, string>>): Promise<number>;
  /** Ids of those rows. */
  idsOf(
    path: string,
    field: string,
    filters?: Readonly<Record<string, string>>,
  ): Promise<ReadonlySet<string>>;
  /** Those rows; none where the id is unknown. */
  rows(path: string): Promise<readonly Row[]>;
  /** A field of a path that is no listing, as our index has it. */
  record(path: string): Promise<Row | null>;
  /** How many executions there are, which no specified endpoint says; `status` in the words of our index. */
  executions(filters?: Readonly<Record<string, string>>): Promise<number>;
  agentsBy(creator: string): Promise<number>;
  scheduledOccurrences(): Promise<number>;
}

const text = (row: Row | undefined, field: string): string => {
  const value = row?.[field];
  if (typeof value !== 'string') throw new Error(`the data set has no ${field} to open a page with`);
  return value;
};

async function firstOf(
  rows: readonly Row[],
  suits: (row: Row) => Promise<boolean> | boolean,
): Promise<Row | undefined> {
  for (const row of rows) if (await suits(row)) return row;
  return undefined;
}

/** Ids of records that have something on each part of their pages. */
export async function chooseIds(data: DataSet): Promise<Ids> {
  const rows = async (path: string) => (await data.rows(path)) ?? [];
  const leader = await firstOf(
    await rows('/leaders'),
    async (row) => (await rows(`/leaders/${text(row, 'leader_cap_id')}/stake-events`)).length > 0,
  );
  const task = await firstOf(
    await rows('/tasks'),
    async (row) =>
      row['agent_object_id'] !== null &&
      (await rows(`/tasks/${text(row, 'object_id')}/executions`)).length > 0,
  );
  const agent = text(task, 'agent_object_id');
  const runs = (await rows(`/agents/${agent}/executions`)).filter((row) => row['payment_object_id'] !== null);
  const run = runs.find((row) => row['status'] === 'failed') ?? runs[0];
  const payment = await data.record(`/payments/${text(run, 'payment_object_id')}`);
  const dag = text(run, 'dag_object_id');
  const structure = await data.record(`/dags/${dag}/structure`);
  const otherDag = (await rows('/dags')).find(
    (row) => row['object_id'] !== dag && row['finalized_at'] !== null,
  );
  const funded = payment?.['funder'] === null ? undefined : (payment ?? undefined);
  return {
    leader: text(leader, 'leader_cap_id'),
    agent,
    task: text(task, 'object_id'),
    tool: text((structure?.['vertices'] as Row[])[0], 'tool_fqn'),
    dag,
    otherDag: text(otherDag, 'object_id'),
    execution: text(run, 'object_id'),
    payment: text(run, 'payment_object_id'),
    address: funded === undefined ? text(run, 'invoker') : text(funded, 'funder'),
    creator: text((await rows('/agents'))[0], 'creator'),
  };
}

const matches = (row: Row, filters: Readonly<Record<string, string>>) =>
  Object.entries(filters).every(([field, value]) => row[field] === value);

export function truthOf(data: DataSet, index: ForeignIndex, ids: Ids): Truth {
  const served: Truth['count'] = async (path, filters) => (await index.rows(path, filters))?.length ?? 0;
  const all = async (path: string) => (await data.rows(path)) ?? [];
  return {
    ids,
    count: served,
    idsOf: async (path, field, filters) => {
      // By our name of the column, which a variant may have renamed.
      const isWhole = Object.keys(filters ?? {}).length === 0;
      const rows = isWhole ? await all(path) : await index.rows(path, filters);
      return new Set(rows?.map((row) => String(row[field])));
    },
    rows: async (path) => (await index.rows(path)) ?? [],
    record: (path) => data.record(path),
    executions: async (filters = {}) =>
      (await all('/executions')).filter((row) => matches(row, filters)).length,
    agentsBy: async (creator) => (await all('/agents')).filter((row) => row['creator'] === creator).length,
    async scheduledOccurrences() {
      const tasks = await all('/tasks');
      const lists = await Promise.all(
        tasks.map((row) => all(`/tasks/${text(row, 'object_id')}/occurrences`)),
      );
      return lists.flat().filter((row) => row['state'] === 'scheduled').length;
    },
  };
}
