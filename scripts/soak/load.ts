// npm run load -- --minutes N (default 2), or with --replicas 4 (load-replicas.ts): steady load on this machine from many stream readers and browsers that read page after
// page. The last line is the summary as JSON; exits with 0 if every read succeeded and every reader has the whole log.
// Needs a build.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { requestPath } from '@/lib/contract/endpoint-url';
import { familyOf, residentMb } from '../bench/process-cost';
import { withCleanup } from '../bench/cleanup';
import { startAppender } from './appender';
import { loadReplicas } from './load-replicas';
import { openProduct } from './product';
import { startReader } from './reader';
import { readReference } from './reference';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    readers: { type: 'string', default: '300' },
    browsers: { type: 'string', default: '8' },
    rate: { type: 'string', default: '40' },
    simulate: { type: 'string', default: 'off' },
    replicas: { type: 'string' },
    analysts: { type: 'string', default: '1000' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes: a number up to 1440');

/** The reads of a browser, in turn. */
const PAGES = [
  requestPath('events.list', {}, { page_size: '50' }),
  requestPath('leaders.list', {}),
  requestPath('executions.list', {}, { page_size: '20' }),
  requestPath('dags.list', {}),
  requestPath('leaders.registry', {}),
];
const THINK_MS = 100;
const SAMPLE_MS = 5_000;
const TIMED_OF = 20;
const SETTLE_MS = 60_000;

const at = (values: readonly number[], share: number) =>
  Math.round([...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN);

if (values.replicas !== undefined) {
  // What docs/operate/nginx.conf names.
  if (values.replicas !== '4') throw new Error('--replicas: 4');
  await loadReplicas({ minutes, analysts: Number(values.analysts) });
  process.exit();
}

await withCleanup(async (cleanup) => {
  const product = await openProduct(values.simulate);
  cleanup.add(() => product.close());
  const appender = startAppender(product.dataDir, Number(values.rate));
  cleanup.add(() => appender.stop());
  const key = await product.key();
  const cookies = await product.sessions(3);
  const cookieOf = (index: number) => cookies[index % cookies.length] ?? '';
  const waits: number[] = [];
  const readers = Array.from({ length: Number(values.readers) }, (_, index) =>
    startReader({
      url: () => product.consoleUrl,
      cookie: cookieOf(index),
      random: Math.random,
      onEvent(_id, data) {
        const made = index % TIMED_OF === 0 ? appender.madeAt(data) : undefined;
        if (made !== undefined) waits.push(Date.now() - made);
      },
    }),
  );
  const until = Date.now() + minutes * 60_000;
  const answers: number[] = [];
  const statuses: Record<string, number> = {};
  const browse = async (index: number) => {
    for (let turn = index; Date.now() < until; turn += 1) {
      const from = performance.now();
      const status = await fetch(`${product.consoleUrl}/api/index${PAGES[turn % PAGES.length] ?? ''}`, {
        headers: { cookie: cookieOf(index) },
      }).then(
        async (answer) => (await answer.arrayBuffer(), String(answer.status)),
        () => 'unreachable',
      );
      answers.push(performance.now() - from);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(THINK_MS);
    }
  };
  const memory: { console: number; index: number }[] = [];
  const watch = async () => {
    while (Date.now() < until) {
      const { console: front, index } = product.pids();
      memory.push({ console: residentMb(familyOf(front)), index: residentMb(familyOf(index)) });
      const last = memory.at(-1);
      console.log(
        `console ${last?.console.toFixed(0)} MB, index ${last?.index.toFixed(0)} MB, ${appender.appended} events`,
      );
      await sleep(SAMPLE_MS);
    }
  };
  await Promise.all([
    watch(),
    ...Array.from({ length: Number(values.browsers) }, (_, index) => browse(index)),
  ]);
  const timed = [...waits];
  await appender.pause();
  if (values.simulate !== 'off') await product.restartIndex('SIGTERM', 'off');
  const log = await readReference(product.indexUrl, key);
  const incomplete = () =>
    readers.filter(({ lives }) => {
      const life = lives.get(log.log_id);
      return life === undefined || life.wrong > 0 || life.ids.length !== log.ids.length;
    }).length;
  const settled = Date.now() + SETTLE_MS;
  while (incomplete() > 0 && Date.now() < settled) await sleep(250);
  const failed = answers.length - (statuses['200'] ?? 0);
  const wrong = incomplete() + failed;
  const middle = memory[Math.floor(memory.length / 2)];
  for (const reader of readers) reader.stop();
  console.log(
    JSON.stringify({
      minutes,
      readers: readers.length,
      events: log.ids.length,
      delivered: readers.reduce((sum, { lives }) => sum + (lives.get(log.log_id)?.ids.length ?? 0), 0),
      append_to_reader_ms: { p50: at(timed, 0.5), p99: at(timed, 0.99) },
      reads: answers.length,
      read_ms: { p50: at(answers, 0.5), p95: at(answers, 0.95), p99: at(answers, 0.99) },
      statuses,
      console_mb: { middle: Math.round(middle?.console ?? 0), end: Math.round(memory.at(-1)?.console ?? 0) },
      index_mb: { middle: Math.round(middle?.index ?? 0), end: Math.round(memory.at(-1)?.index ?? 0) },
      readers_without_the_whole_log: incomplete(),
      reads_failed: failed,
      wrong,
      load: loadavg(),
    }),
  );
  process.exitCode = wrong === 0 ? 0 : 1;
});
