// Response times of the index over a large log: the first page of every listing through the whole service, and compared with
// the plain query.
import { endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { scopes } from '@/lib/contract/scopes';
import { executionHandlers } from '@/lib/index-service/projections/executions';
import { eventHandlers } from '@/lib/index-service/log/events-handlers';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { Database } from '@/lib/index-service/store/database';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { median, p95, timed, type Figures } from './figures';
import { measureReplay } from './index-replay';

const PAGE_MS = 25;
const RUNS = 20;

/** One filter per listing, and the query for its most frequent value. */
const FILTERS: Partial<Record<EndpointName, Record<string, string>>> = {
  'executions.list': Object.fromEntries(
    ['status', 'agent_object_id', 'skill_id', 'dag_object_id', 'task_object_id', 'invoker'].map((name) => [
      name,
      frequent('executions', name),
    ]),
  ),
  'payments.list': Object.fromEntries(
    ['final_state', 'source_kind', 'agent_object_id', 'funder', 'execution_object_id'].map((name) => [
      name,
      frequent('payments', name),
    ]),
  ),
  'tasks.list': {
    status: frequent('tasks', 'status'),
    controller: frequent('tasks', 'controller_address'),
    agent_object_id: frequent('tasks', 'agent_object_id'),
  },
  'events.list': {
    kinds: frequent('log_entries', 'kind', 'listed'),
    sender: frequent('log_entries', 'sender_address'),
    tx_digest: frequent('log_entries', 'tx_digest'),
  },
  'dags.list': { creator: frequent('dags', 'creator'), finalized: "select 'true' as value" },
  'tools.list': { kind: frequent('tools', 'kind'), registered: "select 'true' as value" },
  'leaders.list': { status: frequent('leaders', 'status') },
  'agents.list': { creator: frequent('agents', 'creator') },
  'executions.events': { event_type: "select 'WalkAdvanced' as value" },
  'leaders.stake-events': {
    kind: frequent('stake_events', 'kind'),
    staker: frequent('stake_events', 'staker'),
  },
};

function frequent(table: string, column: string, where = 'true'): string {
  return `select ${column}::text as value from ${table} where ${column} is not null and ${where} group by 1 order by count(*) desc limit 1`;
}

/** The object with the most rows in a listing. */
const OWNERS: Record<string, string> = {
  leader_cap_id: frequent('stake_events', 'leader_cap_id'),
  agent_object_id: frequent('executions', 'agent_object_id'),
  task_object_id: frequent('executions', 'task_object_id'),
  execution_object_id: frequent('execution_events', 'execution_id'),
  skill_id: "select '1' as value",
};

async function pathOf(db: Database, name: EndpointName): Promise<string> {
  let { path } = endpoint(name);
  for (const [, param = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const [row] = await db.query<{ value: string }>(OWNERS[param] ?? "select '' as value");
    path = path.replace(`{${param}}`, encodeURIComponent(row?.value ?? ''));
  }
  return path;
}

async function firstPages(service: MemoryService, key: string, figures: Figures): Promise<void> {
  let worst = 0;
  for (const name of endpointNames) {
    const row = endpoint(name);
    if (row.method !== 'GET' || row.responseType !== 'listing') continue;
    const path = await pathOf(service.db, name);
    const paths: [string, string][] = [[name, path]];
    for (const [filter, statement] of Object.entries(FILTERS[name] ?? {})) {
      const [found] = await service.db.query<{ value: string }>(statement);
      if (found !== undefined)
        paths.push([
          `${name} by ${filter}`,
          `${path}?${new URLSearchParams({ [filter]: found.value }).toString()}`,
        ]);
    }
    for (const [label, path] of paths) {
      const status = (await service.call(path, key)).status;
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      const value = p95(await timed(RUNS, () => service.call(path, key)));
      worst = Math.max(worst, value);
      figures.atMost(`first page of ${label}, p95`, value, PAGE_MS, 'ms');
    }
  }
  figures.atMost('slowest first page, p95', worst, PAGE_MS, 'ms');
}

/** Combined filters and deep pages, compared with count and rows from the database alone. */
async function beside(db: Database, figures: Figures): Promise<void> {
  async function compare(
    name: string,
    answer: () => Promise<unknown>,
    bare: () => Promise<unknown>,
  ): Promise<void> {
    const [answers, bares]: [number[], number[]] = [[], []];
    // Alternating, so that other load affects both.
    for (let n = 0; n < 9; n += 1) {
      answers.push(...(await timed(1, answer)));
      bares.push(...(await timed(1, bare)));
    }
    const [ours, theirs] = [median(answers), median(bares)];
    figures.atMost(`${name}, to the bare query`, ours / theirs, 1.2, `times (${ours.toFixed(1)} ms)`);
  }
  const [agent] = await db.query<{ value: string }>(OWNERS['agent_object_id'] ?? '');
  const page = { page_size: 50 };
  const none = { params: {}, db };
  const condition =
    "t.status = 'succeeded' and t.agent_object_id = $1 and t.dag_object_id is not null and t.invoker is not null";
  await compare(
    'executions by status and agent',
    () =>
      executionHandlers['executions.list']({
        ...none,
        query: { ...page, status: ['succeeded'], agent_object_id: agent?.value },
      }),
    async () => {
      await db.query(`select count(*) from executions t where ${condition}`, [agent?.value ?? '']);
      await db.query(
        `select t.*, e.onchain_at from executions t left join log_entries e on e.id = t.created_entry_id where ${condition}
         order by t.first_entry_id desc, t.key desc limit 50`,
        [agent?.value ?? ''],
      );
    },
  );
  const [many] = await db.query<{ value: bigint }>(
    'select count(*) / 2 as value from executions where dag_object_id is not null and invoker is not null',
  );
  const middle = Number(many?.value ?? 0n);
  await compare(
    `executions from row ${middle}`,
    () => executionHandlers['executions.list']({ ...none, query: { ...page, page_token: String(middle) } }),
    async () => {
      await db.query("select sum(rows) from row_counts where table_name = 'executions' and column_name = ''");
      await db.query(
        `select t.*, e.onchain_at from executions t left join log_entries e on e.id = t.created_entry_id
         where t.dag_object_id is not null and t.invoker is not null
         order by t.first_entry_id desc, t.key desc limit 50 offset $1::int`,
        [middle],
      );
    },
  );
  const [size] = await db.query<{ value: bigint }>('select max(id) / 2 as value from log_entries');
  const deep = Number(size?.value ?? 0n);
  await compare(
    `events from row ${deep}`,
    () => eventHandlers['events.list']({ ...none, query: { ...page, page_token: String(deep) } }),
    async () => {
      await db.query('select sum(entries) from log_counts');
      await db.query('select * from log_entries where listed order by id desc limit 50 offset $1::int', [
        deep,
      ]);
    },
  );
}

export async function measureAnswers(
  db: Database,
  log: EventLog,
  dag: string,
  figures: Figures,
): Promise<void> {
  const service = await openMemoryService({ over: { db, log }, limits: { requestsPerMinute: 1_000_000 } });
  const key = await service.claim(scopes);
  await firstPages(service, key, figures);
  const structure = await timed(RUNS, () => service.call(`/dags/${dag}/structure`, key));
  figures.atMost('structure of 1,000 vertices, p95', p95(structure), 50, 'ms');
  await beside(db, figures);
  await measureReplay(service, log, key, figures);
  await service.stop();
}
