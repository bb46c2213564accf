// npm run load -- --replicas 4 [--minutes N] [--analysts N]: docs/operate.md on this machine under the load of many analysts, each with an open feed
// and a page's reads every ten seconds, while the stream's holder, another console, Redis and the writer are killed in turn. The last line is
// JSON; exits with 0 if no event was lost or repeated, no read failed beyond its retries, and the limits hold.
import { spawnSync } from 'node:child_process';
import type { ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestPath } from '@/lib/contract/endpoint-url';
import { scopes } from '@/lib/contract/scopes';
import { withCleanup } from '../bench/cleanup';
import { busySeconds, cpuSeconds } from '../bench/process-cost';
import { ask, HOST, openReplicas, replicaPrograms, type Replicas } from './replicas';
import { defectOf, startFeed } from './feed-over-http2';

/** What the pages an analyst opens read, as recorded in the browser. */
const PAGES: readonly (readonly string[])[] = [
  [
    requestPath('executions.list', {}, { page_size: '50' }),
    requestPath('stats.executions', {}, { group_by: 'dag' }),
  ],
  [
    requestPath('dags.list', {}, { page_size: '50' }),
    requestPath('stats.executions', {}, { group_by: 'dag' }),
  ],
  [requestPath('leaders.list', {}, { page_size: '50' }), requestPath('leaders.registry', {})],
  [requestPath('events.list', {}, { page_size: '50' })],
  [requestPath('tasks.list', {}, { page_size: '50' }), requestPath('payments.list', {}, { page_size: '50' })],
];
const DOCUMENTS = ['/overview', '/executions', '/dags', '/events', '/leaders'];
const READ_EVERY_MS = 10_000;
const DOCUMENTS_PER_SECOND = 5;
const PROBE_EVERY_MS = 250;
/** Teams: analysts of one share a key, and the relay their equal reads. */
const KEYS = 3;
/** Analysts that share a connection for reads; each has a connection of its own for its feed. */
const READERS_PER_CONNECTION = 20;
/** As the console's queries: three more attempts. */
const RETRY_MS = [500, 1_000, 2_000];
const SETTLE_MS = 60_000;
const SLOWER_AT_MOST = 1.5;

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Connections for reads, opened again when nginx has closed them. */
function connections(product: Replicas, count: number): (of: number) => ClientHttp2Session {
  const open: (ClientHttp2Session | undefined)[] = [];
  return (of) => {
    const at = of % count;
    const known = open[at];
    if (known !== undefined && !known.closed && !known.destroyed) return known;
    const session = product.connect().on('error', () => undefined);
    open[at] = session;
    return session;
  };
}

/** Kills one part after another and starts it again, each once in `ms`. */
async function killInTurn(product: Replicas, ms: number, note: (what: string) => void): Promise<void> {
  const steps = 5;
  const pause = ms / (steps + 1);
  const restart = async (member: Replicas['consoles'][number]) => {
    await member.kill();
    await sleep(Math.min(3_000, pause / 3));
    member.start();
  };
  await sleep(pause);
  const holds = (await product.health()).findIndex((state) => (state?.holder ?? 0) > 0);
  note(`the console that holds most streams (${holds})`);
  await restart(
    product.consoles[Math.max(0, holds)] ?? (product.consoles[0] as Replicas['consoles'][number]),
  );
  await sleep(pause);
  const other = product.consoles[(holds + 1) % product.consoles.length];
  note('another console');
  if (other !== undefined) await restart(other);
  await sleep(pause);
  note('Redis');
  await product.redis.kill();
  await sleep(Math.min(5_000, pause / 2));
  await product.redis.start();
  await sleep(pause);
  note('the writer');
  const [writer] = product.writers;
  if (writer !== undefined) await restart(writer);
  await sleep(pause);
  note('an index reader');
  const [reader] = product.readers;
  if (reader !== undefined) await restart(reader);
}

export async function loadReplicas({
  minutes,
  analysts,
}: {
  minutes: number;
  analysts: number;
}): Promise<void> {
  const programs = replicaPrograms();
  if (programs === null)
    throw new Error('needs PostgreSQL, Redis and nginx, and apt to install what is missing');
  await withCleanup(async (cleanup) => {
    const many = '1000000';
    const product = await openReplicas({
      programs,
      writers: 1,
      simulate: '7:2',
      env: {
        REQUESTS_PER_MINUTE: many,
        READS_PER_SESSION: many,
        READS_PER_ADDRESS: many,
        RENDERS_PER_ADDRESS: '1000000',
        STREAMS_PER_SESSION: '10000',
        STREAMS_PER_ADDRESS: '100000',
        SIGN_INS_PER_ADDRESS: '100000',
        METRICS_TOKEN: 'm'.repeat(32),
      },
    });
    cleanup.add(() => product.close());
    await product.writers[0]?.ready();
    console.log(`${analysts} analysts, ${minutes} minutes; log and history are ready`);
    const cookies: string[] = [];
    while (cookies.length < KEYS) cookies.push(await product.claim());
    const cookieOf = (of: number) => cookies[of % cookies.length] ?? '';
    const [firstReader] = product.readers;
    const issued = await fetch(`http://127.0.0.1:${firstReader?.port}/onboarding/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'load@example.org', scopes }),
    });
    const { key } = (await issued.json()) as { key: string };

    const feeds: ReturnType<typeof startFeed>[] = [];
    for (let of = 0; of < analysts; of += 1) {
      feeds.push(
        startFeed({
          connect: () => product.connect(),
          host: HOST,
          cookie: cookieOf(of),
          random: Math.random,
        }),
      );
      if (of % 20 === 19) await sleep(50);
    }
    cleanup.add(() => feeds.forEach((feed) => feed.stop()));
    const opened = Date.now() + SETTLE_MS;
    while (feeds.some(({ start }) => start() === undefined) && Date.now() < opened) await sleep(200);
    const unopened = feeds.filter(({ start }) => start() === undefined).length;
    console.log(`${analysts - unopened} feeds are open`);

    const until = Date.now() + minutes * 60_000;
    const sessionOf = connections(product, Math.ceil(analysts / READERS_PER_CONNECTION));
    const counts = { reads: 0, documents: 0, retried: 0, failed: 0 };
    const failures: Record<string, number> = {};

    async function get(of: number, path: string, accept: string): Promise<void> {
      for (let attempt = 0; ; attempt += 1) {
        const headers = {
          cookie: cookieOf(of),
          accept,
          // As the console asks for figures.
          ...(path.includes('/stats/') && { 'cache-control': 'max-age=30' }),
        };
        const status = await ask(sessionOf(of), path, { headers }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200) return;
        const wait = RETRY_MS[attempt];
        if (wait === undefined) {
          counts.failed += 1;
          failures[`${status} ${path}`] = (failures[`${status} ${path}`] ?? 0) + 1;
          return;
        }
        counts.retried += 1;
        await sleep(wait * (0.5 + Math.random()));
      }
    }

    async function analyst(of: number): Promise<void> {
      await sleep(Math.random() * READ_EVERY_MS);
      for (let turn = of; Date.now() < until; turn += 1) {
        const from = Date.now();
        const paths = PAGES[turn % PAGES.length] ?? [];
        counts.reads += paths.length;
        await Promise.all(paths.map((path) => get(of, `/api/index${path}`, 'application/json')));
        await sleep(Math.max(0, READ_EVERY_MS - (Date.now() - from)));
      }
    }

    async function documents(): Promise<void> {
      const running: Promise<void>[] = [];
      for (let turn = 0; Date.now() < until; turn += 1) {
        counts.documents += 1;
        running.push(get(turn, DOCUMENTS[turn % DOCUMENTS.length] ?? '/', 'text/html'));
        await sleep(1_000 / DOCUMENTS_PER_SECOND);
      }
      await Promise.all(running);
    }

    /** The same read through everything and from an index reader, one after the other. */
    const probes = { relay: [] as number[], direct: [] as number[] };
    async function probe(): Promise<void> {
      for (let turn = 0; Date.now() < until; turn += 1) {
        // A page of its own, so that neither is answered from what others asked.
        const path = requestPath(
          'executions.list',
          {},
          { page_size: '20', page_token: String(20 + (turn % 200)) },
        );
        const timed = async (into: number[], read: () => Promise<number>) => {
          const from = performance.now();
          const status = await read().catch(() => 0);
          if (status === 200) into.push(performance.now() - from);
        };
        await timed(probes.relay, async () => {
          const headers = { cookie: cookieOf(turn) };
          return (await ask(sessionOf(turn), `/api/index${path}`, { headers })).status;
        });
        await timed(probes.direct, async () => {
          const port = product.readers[1]?.port;
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } });
          await answer.arrayBuffer();
          return answer.status;
        });
        await sleep(PROBE_EVERY_MS);
      }
    }

    /** Reads of the consoles, by whether they were sent to the index, for each life of each console. */
    const reads = new Map<string, { all: number; asked: number }>();
    /** CPU seconds of each process, by part. */
    const cpu = new Map<string, Map<number, number>>();
    const busyAtStart = busySeconds();
    function sampleCpu(): void {
      const members = { consoles: product.consoles, index: [...product.readers, ...product.writers] };
      const parts = [...Object.entries(members), ['analysts', [{ pid: process.pid }]] as const];
      for (const [part, all] of parts) {
        const known = cpu.get(part) ?? new Map<number, number>();
        cpu.set(part, known);
        for (const { pid } of all) known.set(pid, Math.max(known.get(pid) ?? 0, cpuSeconds([pid])));
      }
    }
    async function sample(): Promise<void> {
      while (Date.now() < until) {
        sampleCpu();
        for (const { port, pid } of product.consoles) {
          const text = await fetch(`http://127.0.0.1:${port}/metrics`, {
            headers: { authorization: `Bearer ${'m'.repeat(32)}` },
          }).then(
            (answer) => answer.text(),
            () => '',
          );
          const found = [...text.matchAll(/relay_reads_total\{how="(\w+)"\} (\d+)/g)];
          const sum = (how?: string) =>
            found.reduce(
              (all, [, name, count]) => all + (how === undefined || name === how ? Number(count) : 0),
              0,
            );
          if (found.length > 0) reads.set(`${port} ${pid}`, { all: sum(), asked: sum('asked') });
        }
        await sleep(2_000);
      }
    }

    const kills: string[] = [];
    await Promise.all([
      killInTurn(product, minutes * 60_000, (what) => {
        kills.push(what);
        console.log(
          `killed: ${what}; ${counts.reads} reads, ${counts.retried} retried, ${counts.failed} failed`,
        );
      }),
      ...Array.from({ length: analysts }, (_, of) => analyst(of)),
      documents(),
      probe(),
      sample(),
    ]);

    await Promise.all(product.writers.map((writer) => writer.stop()));
    const sql = 'select id from log_entries where listed and decodable order by id';
    const psql = spawnSync(join(programs.postgres, 'psql'), [product.databaseUrl, '-Atc', sql], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const log = psql.stdout.trim().split('\n').map(Number);
    const settled = Date.now() + SETTLE_MS;
    while (feeds.some((feed) => defectOf(feed, log) !== undefined) && Date.now() < settled) await sleep(500);
    const cpuOf = () =>
      Object.fromEntries(
        [...cpu].map(([part, known]) => [
          part,
          Math.round([...known.values()].reduce((sum, one) => sum + one, 0)),
        ]),
      );
    const defects = feeds.flatMap((feed) => defectOf(feed, log) ?? []);
    for (const defect of defects.slice(0, 10)) console.log(`a feed ${defect}`);
    const slower = percentile(probes.relay, 0.95) / percentile(probes.direct, 0.95);
    const sumOf = (what: 'all' | 'asked') => [...reads.values()].reduce((sum, one) => sum + one[what], 0);
    const holds = defects.length === 0 && counts.failed === 0 && kills.length === 5;
    for (const [what, times] of Object.entries(failures).slice(0, 10))
      console.log(`failed ${times} times: ${what}`);
    console.log(
      JSON.stringify({
        minutes,
        analysts,
        kills,
        ...counts,
        events_per_feed: feeds[0]?.ids.length,
        feeds_without_the_whole_log: defects.length,
        reconnects: feeds.reduce((sum, { connections: times }) => sum + times() - 1, 0),
        probes_ms: {
          relay_p95: Math.round(percentile(probes.relay, 0.95)),
          direct_p95: Math.round(percentile(probes.direct, 0.95)),
        },
        relay_to_direct_p95: { ratio: Number(slower.toFixed(2)), limit: SLOWER_AT_MOST },
        reads_of_the_consoles: {
          all: sumOf('all'),
          sent_to_the_index: Number((sumOf('asked') / sumOf('all')).toFixed(3)),
        },
        cpu_seconds: { ...cpuOf(), machine: Math.round(busySeconds() - busyAtStart) },
        load: loadavg(),
        holds,
      }),
    );
    process.exitCode = holds && slower <= SLOWER_AT_MOST ? 0 : 1;
  });
}
