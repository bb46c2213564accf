// npm run load -- --replicas N [--minutes N]: docs/operate.md on this machine with N consoles (2 to 4) under the load of many
// analysts, each with an open feed and a page's reads every ten seconds, while the stream's holder, another console, Redis, the writer and
// an index reader are killed in turn. The last line is JSON; holds if no event was lost or repeated and no read failed beyond its retries.
import type { ClientHttp2Session } from 'node:http2';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimKey } from '@/e2e/stack/stack';
import { requestPath } from '@/lib/contract/endpoint-url';
import { withCleanup } from '../bench/cleanup';
import { percentile } from '../bench/figures';
import { busySeconds } from '../bench/process-cost';
import { cookieOf, createUsage, createVisitors, startReaders, type Site } from './harness';
import { differenceOf, isExact, readReference, refusalsOf, untilComplete } from './reference';
import { sendRequest, HOST, openReplicas, replicaPrograms, type Member, type Replicas } from './replicas';
import { overHttp2 } from './stream-reader';

const DOCUMENTS = ['/overview', '/executions', '/dags', '/events', '/leaders'];
const PAGE_EVERY_MS = 10_000;
const DOCUMENTS_PER_SECOND = 5;
const PROBE_EVERY_MS = 250;
const SAMPLE_MS = 2_000;
const ANALYSTS = 1_000;
/** Teams: analysts of the same team share a key, and the relay their equal reads. */
const KEYS = 3;
/** Analysts that share a connection for reads; each has a separate connection for the feed. */
const ANALYSTS_PER_CONNECTION = 20;
/** As the console's queries: three more attempts. */
const RETRY_MS = [500, 1_000, 2_000];
/** Shortest wait of a feed before it reconnects. */
const RECONNECT_MS = 500;
const OPEN_MS = 60_000;
const COMPLETE_MS = 60_000;
const KILLS = 5;
const METRICS_TOKEN = 'm'.repeat(32);

/** Connections for reads, in turn, opened again when nginx has closed them. */
function connectionPool(product: Replicas, count: number): () => ClientHttp2Session {
  const sessions: ClientHttp2Session[] = [];
  let turn = 0;
  return () => {
    turn = (turn + 1) % count;
    const existing = sessions[turn];
    if (existing !== undefined && !existing.closed && !existing.destroyed) return existing;
    const session = product.connect().on('error', () => undefined);
    sessions[turn] = session;
    return session;
  };
}

/** Kills one part after another and starts it again, in `ms` or as long as that takes: the next waits until the part is ready. */
async function killInTurn(product: Replicas, ms: number, note: (part: string) => void): Promise<void> {
  const pause = ms / (KILLS + 1);
  const restart = async (part: string, member: Member | undefined) => {
    if (member === undefined) throw new Error(`there is no ${part}`);
    note(part);
    await member.kill();
    await sleep(Math.min(3_000, pause / 3));
    member.start();
    await member.ready();
    await sleep(pause);
  };
  await sleep(pause);
  const holder = Math.max(
    0,
    (await product.health()).findIndex((state) => (state?.holder ?? 0) > 0),
  );
  await restart('console that holds most streams', product.consoles[holder]);
  await restart('other console', product.consoles[(holder + 1) % product.consoles.length]);
  note('Redis');
  await product.redis.kill();
  await sleep(Math.min(5_000, pause / 2));
  await product.redis.start();
  await sleep(pause);
  await restart('writer', product.writers[0]);
  await restart('index reader', product.readers[0]);
}

/** Reads of a console since its start: all, and those that were sent to the index; null while it is down. */
async function readCounts({ port }: Member): Promise<{ all: number; sent: number } | null> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
    .then((response) => response.text())
    .catch(() => null);
  if (text === null) return null;
  const counts = [...text.matchAll(/relay_reads_total\{how="(\w+)"\} (\d+)/g)];
  const sum = (rows: typeof counts) => rows.reduce((total, [, , count]) => total + Number(count), 0);
  return { all: sum(counts), sent: sum(counts.filter(([, how]) => how === 'asked')) };
}

/** The same read through everything and from an index reader, one after the other; milliseconds of each. */
async function probe(product: Replicas, site: Site, key: string, isOver: () => boolean) {
  const ms = { relay: [] as number[], direct: [] as number[] };
  const measure = async (samples: number[], read: () => Promise<number>) => {
    const from = performance.now();
    if ((await read().catch(() => 0)) === 200) samples.push(performance.now() - from);
  };
  for (let turn = 0; !isOver(); turn += 1) {
    // A page that no other reader asks for, so neither response is shared.
    const query = { page_size: '20', page_token: String(20 + (turn % 200)) };
    const path = requestPath('executions.list', {}, query);
    await measure(ms.relay, () => site.get(`/api/index${path}`, { cookie: cookieOf(site, turn) }));
    await measure(ms.direct, async () => {
      const port = product.readers[1]?.port;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } });
      await response.arrayBuffer();
      return response.status;
    });
    await sleep(PROBE_EVERY_MS);
  }
  return ms;
}

/** Resolves with whether nothing was lost, repeated or failed. */
export async function loadReplicas({
  replicas,
  minutes,
}: {
  replicas: number;
  minutes: number;
}): Promise<boolean> {
  const programs = replicaPrograms();
  if (programs === null)
    throw new Error('needs PostgreSQL, Redis and nginx, and apt to install what is missing');
  return withCleanup(async (cleanup) => {
    const unlimited = '1000000';
    const product = await openReplicas({
      programs,
      writers: 1,
      consoles: replicas,
      simulate: '7:2',
      env: {
        REQUESTS_PER_MINUTE: unlimited,
        READS_PER_SESSION: unlimited,
        READS_PER_ADDRESS: unlimited,
        RENDERS_PER_ADDRESS: unlimited,
        STREAMS_PER_SESSION: '10000',
        STREAMS_PER_ADDRESS: '100000',
        SIGN_INS_PER_ADDRESS: '100000',
        METRICS_TOKEN,
      },
    });
    cleanup.add(() => product.close());
    await product.writers[0]?.ready();
    console.log(`${ANALYSTS} analysts, ${minutes} minutes; log and history are ready`);
    const cookies: string[] = [];
    while (cookies.length < KEYS) cookies.push(await product.claim());
    const readerPort = product.readers[1]?.port ?? 0;
    const indexUrl = `http://127.0.0.1:${readerPort}`;
    const key = await claimKey(indexUrl);

    const connection = connectionPool(product, Math.ceil(ANALYSTS / ANALYSTS_PER_CONNECTION));
    const site: Site = {
      cookies,
      transport: overHttp2(() => product.connect(), HOST),
      get: async (path, headers) => (await sendRequest(connection(), path, { headers })).status,
      processes: () => ({
        consoles: product.consoles.map(({ pid }) => pid),
        index: [...product.readers, ...product.writers].map(({ pid }) => pid),
        analysts: [process.pid],
      }),
    };
    const feeds = await startReaders(site, ANALYSTS, { from: 'end', retryMs: RECONNECT_MS });
    cleanup.add(() => feeds.forEach((feed) => feed.stop()));
    const startOf = (feed: (typeof feeds)[number]) => [...feed.logs.values()][0]?.start;
    const openBy = Date.now() + OPEN_MS;
    while (feeds.some((feed) => startOf(feed) === undefined) && Date.now() < openBy) await sleep(200);
    const starts = feeds.flatMap((feed) => startOf(feed) ?? []);
    console.log(`${starts.length} feeds are open`);

    let over = false;
    const isOver = () => over;
    const visitors = createVisitors(site, RETRY_MS);
    const { result } = visitors;
    const usage = createUsage(site);
    let documents = 0;
    async function openDocuments(): Promise<void> {
      const running: Promise<void>[] = [];
      for (; !isOver(); documents += 1) {
        running.push(visitors.get(documents, DOCUMENTS[documents % DOCUMENTS.length] ?? '/', 'text/html'));
        await sleep(1_000 / DOCUMENTS_PER_SECOND);
      }
      await Promise.all(running);
    }
    /** By process: a restarted console counts from zero. */
    const relayReads = new Map<string, { all: number; sent: number }>();
    async function sample(): Promise<void> {
      while (!isOver()) {
        usage.sample();
        for (const member of product.consoles) {
          const counts = await readCounts(member);
          if (counts !== null) relayReads.set(`${member.port} ${member.pid}`, counts);
        }
        await sleep(SAMPLE_MS);
      }
    }

    const kills: string[] = [];
    const busyAtStart = busySeconds();
    const [probes] = await Promise.all([
      probe(product, site, key, isOver),
      killInTurn(product, minutes * 60_000, (part) => {
        kills.push(part);
        console.log(
          `killed: ${part}; ${result.reads} reads, ${result.retried} retried, ${result.failed} failed`,
        );
      }).finally(() => (over = true)),
      visitors.browse(ANALYSTS, PAGE_EVERY_MS, isOver),
      openDocuments(),
      sample(),
    ]);
    const machine = Math.round(busySeconds() - busyAtStart);

    await Promise.all(product.writers.map((writer) => writer.stop()));
    const log = await readReference(indexUrl, key, Math.min(...starts));
    await untilComplete(feeds, log, COMPLETE_MS);
    const wrong = feeds.map((feed) => differenceOf(feed, log)).filter((difference) => !isExact(difference));
    for (const { missing, extra, wrong: outOfOrder } of wrong.slice(0, 10)) {
      const list = (ids: number[]) => `${ids.length} (${ids.slice(0, 5).join(', ')})`;
      console.log(
        `a feed: ${outOfOrder} out of order, ${list(missing)} missing, ${list(extra)} not in the log`,
      );
    }
    for (const [failure, times] of Object.entries(result.failures).slice(0, 10))
      console.log(`failed ${times} times: ${failure}`);
    const sumOf = (count: 'all' | 'sent') =>
      [...relayReads.values()].reduce((sum, counts) => sum + counts[count], 0);
    const [relayP95, directP95] = [percentile(probes.relay, 0.95), percentile(probes.direct, 0.95)];
    const { reads, retried, failed } = result;
    const holds = wrong.length === 0 && failed === 0 && starts.length === ANALYSTS && kills.length === KILLS;
    console.log(
      JSON.stringify({
        minutes,
        analysts: ANALYSTS,
        kills,
        reads: reads - documents,
        documents,
        retried,
        failed,
        events_per_feed: feeds[0]?.logs.get(log.log_id)?.ids.length,
        feeds_without_the_whole_log: wrong.length,
        reconnects: feeds.reduce((sum, { connections }) => sum + connections - 1, 0),
        refused: refusalsOf(feeds),
        probes_ms: { relay_p95: Math.round(relayP95), direct_p95: Math.round(directP95) },
        relay_to_direct_p95: Number((relayP95 / directP95).toFixed(2)),
        reads_of_the_consoles: {
          all: sumOf('all'),
          sent_to_the_index: Number((sumOf('sent') / sumOf('all')).toFixed(3)),
        },
        cpu_seconds: { ...usage.cpuSeconds(), machine },
        load: loadavg(),
        holds,
      }),
    );
    return holds;
  });
}
