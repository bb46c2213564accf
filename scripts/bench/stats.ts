// Statistics over a large log: the queries below on both stores through the whole service, each with its 95th percentile.
// BENCH_EVENTS: number of events (1,000,000). Parts: `embedded`, `postgres`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@/lib/contract/scopes';
import type { Database } from '@/lib/index-service/store/database';
import type { StoreOptions } from '@/lib/index-service/store/open-store';
import { openMemoryService } from '@/lib/index-service/testing/memory-service';
import { findPostgres, startPostgres } from '../postgres.mjs';
import { type Cleanup, withCleanup } from './cleanup';
import { figures, type Figures, p95, timed } from './figures';
import { fill } from './index-fill';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const LIMIT_MS = 50;
const PER_SECOND = 5_000;
const RUNS = 20;
const HOUR = 3_600_000;

const print = (line: string) => console.log(line);

/** The most frequent DAG and tool, and how long ago the newest event was. */
interface Subjects {
  dag: string;
  tool: string;
  ago: (hours: number) => string;
}

/** The listed queries: endpoint and parameters. */
function queriesOf({ dag, tool, ago }: Subjects): [string, Record<string, string>][] {
  return [
    ['executions', {}],
    ['executions', { from: ago(24) }],
    ['executions', { from: ago(48), to: ago(24) }],
    ['executions', { from: ago(168), bucket: 'day' }],
    ['executions', { from: ago(24), bucket: 'hour', group_by: 'status' }],
    ['executions', { from: ago(24), group_by: 'dag' }],
    ['executions', { from: ago(168), group_by: 'skill' }],
    ['executions', { from: ago(24), status: 'failed', group_by: 'failed_tool' }],
    ['executions', { from: ago(168), dag_object_id: dag }],
    ['costs', {}],
    ['costs', { from: ago(24), group_by: 'skill' }],
    ['costs', { from: ago(24), group_by: 'invoker' }],
    ['costs', { from: ago(168), dag_object_id: dag, bucket: 'day' }],
    [
      'executions',
      {
        from: ago(168),
        group_by: 'agent,status',
        order_by: 'count.desc',
        figures: 'duration_max_ms',
        total: 'true',
      },
    ],
    [
      'executions',
      { from: ago(24), group_by: 'failed_tool', bucket: 'hour', limit: '20', figures: 'duration_max_ms' },
    ],
    [
      'executions',
      { from: ago(168), group_by: 'tool', order_by: 'agents.desc', figures: 'agents', total: 'true' },
    ],
    [
      'executions',
      {
        from: ago(168),
        group_by: 'skill',
        bucket: 'day',
        order_by: 'duration_p95_ms.desc',
        limit: '50',
        figures: 'duration_p95_ms',
      },
    ],
    [
      'costs',
      {
        from: ago(168),
        group_by: 'funder',
        order_by: 'total_mist.desc',
        figures: 'cost_max_mist',
        total: 'true',
      },
    ],
    [
      'costs',
      {
        from: ago(168),
        group_by: 'skill',
        bucket: 'day',
        order_by: 'total_mist.desc',
        figures: 'cost_max_mist',
        limit: '50',
      },
    ],
    [
      'costs',
      {
        from: ago(168),
        group_by: 'tool',
        order_by: 'tool_cost_mist.desc',
        figures: 'cost_max_mist',
        total: 'true',
      },
    ],
    ['payments', { from: ago(168), group_by: 'funder', order_by: 'max_budget_mist.desc', total: 'true' }],
    ['payments', { from: ago(168), group_by: 'refund_reason', bucket: 'day' }],
    [
      'leaders',
      {
        from: ago(720),
        group_by: 'leader',
        bucket: 'week',
        order_by: 'priority_fee_mist.desc',
        total: 'true',
      },
    ],
    ['vertices', { from: ago(1), group_by: 'tool' }],
    ['vertices', { from: ago(24), group_by: 'tool' }],
    ['vertices', { from: ago(24), dag_object_id: dag, group_by: 'vertex' }],
    ['vertices', { from: ago(24), tool_fqn: tool, bucket: 'hour' }],
    ['failures', { from: ago(24), group_by: 'tool' }],
    ['failures', { from: ago(168), group_by: 'failure_reason' }],
    ['failures', { from: ago(24), tool_fqn: tool, group_by: 'failure_class' }],
    ['events', { group_by: 'family' }],
    ['events', { from: ago(1), bucket: 'minute', group_by: 'family' }],
    ['events', { from: ago(24), group_by: 'kind' }],
    ['events', { from: ago(1), bucket: 'minute', total: 'true' }],
    ['executions', { stuck: 'true' }],
    ['executions', { over_budget: 'true', group_by: 'skill' }],
    ['leaders', { from: ago(24), group_by: 'leader' }],
    [
      'executions',
      {
        from: ago(168),
        group_by: 'leader',
        order_by: 'failure_rate.desc',
        figures: 'duration_max_ms',
        total: 'true',
      },
    ],
  ];
}

async function valueOf(db: Database, sql: string): Promise<string> {
  const [row] = await db.query<{ value: string }>(sql);
  return row?.value ?? '';
}

async function measure(store: StoreOptions, name: string, all: Figures): Promise<void> {
  const filled = await fill(store, EVENTS, print);
  const { db, log } = filled;
  all.atLeast(`${name}: ingest`, filled.perSecond, PER_SECOND, 'events a second');
  all.note(`${name}: ingest by the second of computing time`, filled.perCpuSecond);
  await db.query('analyze');
  const newest = Date.parse(await valueOf(db, 'select max(onchain_at) as value from log_entries'));
  const subjects: Subjects = {
    dag: await valueOf(
      db,
      'select dag_object_id as value from executions group by 1 order by count(*) desc limit 1',
    ),
    tool: await valueOf(
      db,
      'select tool_fqn as value from dag_vertices group by 1 order by count(*) desc limit 1',
    ),
    ago: (hours) => new Date(newest - hours * HOUR).toISOString(),
  };
  const service = await openMemoryService({ over: { db, log }, limits: { requestsPerMinute: 1_000_000 } });
  const key = await service.claim(scopes);
  for (const [endpoint, query] of queriesOf(subjects)) {
    const path = `/stats/${endpoint}?${new URLSearchParams(query).toString()}`;
    const samples = await timed(RUNS, async () => {
      const { status } = await service.call(path, key);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    });
    const parameters = Object.entries(query).map(
      ([parameter, value]) => `${parameter}=${value.slice(0, 24)}`,
    );
    all.atMost(`${name}: ${endpoint} ${parameters.join(' ')}`, p95(samples), LIMIT_MS, 'ms');
  }
  await db.close();
}

async function onPostgres(cleanup: Cleanup, all: Figures): Promise<void> {
  const bin = findPostgres();
  if (bin === null) return all.note('PostgreSQL', 'there is none here: not measured');
  const starting = startPostgres(bin, { durable: true });
  cleanup.add(async () => (await starting).stop());
  await measure({ dataDir: '', databaseUrl: (await starting).url }, 'PostgreSQL', all);
}

async function embedded(cleanup: Cleanup, all: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  await measure({ dataDir: join(folder, 'filled') }, 'embedded', all);
}

export async function run(parts: readonly string[]): Promise<Record<string, unknown>> {
  const all = figures(print);
  const isSelected = (part: string) => parts.length === 0 || parts.includes(part);
  if (isSelected('embedded')) await withCleanup((cleanup) => embedded(cleanup, all));
  if (isSelected('postgres')) await withCleanup((cleanup) => onPostgres(cleanup, all));
  return all.all();
}
