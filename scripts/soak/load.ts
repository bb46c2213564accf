// npm run load -- --minutes N (default 2), or with --replicas N (load-replicas.ts): steady load on this machine from many stream readers and
// visitors that open page after page. The last line is the summary as JSON; exits with 0 if every read succeeded and every reader has
// the whole log. Needs a build.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { withCleanup } from '../bench/cleanup';
import { percentile } from '../bench/figures';
import { startAppender } from './appender';
import { createUsage, createVisitors, startReaders } from './harness';
import { loadReplicas } from './load-replicas';
import { openProduct } from './product';
import { differenceOf, isExact, readReference, untilComplete } from './reference';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    replicas: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes: a number up to 1440');

const KEYS = 3;
const READERS = 300;
const BROWSERS = 8;
const EVENTS_PER_SECOND = 40;
const PAGE_EVERY_MS = 200;
const SAMPLE_MS = 5_000;
/** One in this many readers measures latency. */
const TIMED_OF = 20;
const COMPLETE_MS = 60_000;

const rounded = (samples: readonly number[], share: number) => Math.round(percentile(samples, share));

async function load(): Promise<boolean> {
  return withCleanup(async (cleanup) => {
    const { stack, site } = await openProduct('off', KEYS);
    cleanup.add(() => stack.close());
    const appender = startAppender(stack.dataDir, EVENTS_PER_SECOND);
    cleanup.add(() => appender.stop());
    const latencies: number[] = [];
    const readers = await startReaders(site, READERS, {
      onEvent(reader, data) {
        const made = reader % TIMED_OF === 0 ? appender.madeAt(data) : undefined;
        if (made !== undefined) latencies.push(Date.now() - made);
      },
    });
    cleanup.add(() => readers.forEach((reader) => reader.stop()));

    const until = Date.now() + minutes * 60_000;
    const isOver = () => Date.now() >= until;
    const visitors = createVisitors(site);
    const usage = createUsage(site);
    const watch = async () => {
      while (!isOver()) {
        usage.sample();
        console.log(`${JSON.stringify(usage.memoryMb())} MB, ${appender.appended} events`);
        await sleep(SAMPLE_MS);
      }
    };
    await Promise.all([watch(), visitors.browse(BROWSERS, PAGE_EVERY_MS, isOver)]);
    const underLoad = [...latencies];

    await appender.pause();
    const log = await readReference(stack.indexUrl, await stack.claimKey());
    await untilComplete(readers, log, COMPLETE_MS);
    const incomplete = readers.filter((reader) => !isExact(differenceOf(reader, log))).length;
    const { reads, failed, failures, ms } = visitors.result;
    const { console: consoleMb, index: indexMb } = usage.memoryMb();
    const wrong = incomplete + failed;
    console.log(
      JSON.stringify({
        minutes,
        readers: readers.length,
        events: log.ids.length,
        delivered: readers.reduce((sum, { logs }) => sum + (logs.get(log.log_id)?.ids.length ?? 0), 0),
        append_to_reader_ms: { p50: rounded(underLoad, 0.5), p99: rounded(underLoad, 0.99) },
        reads,
        read_ms: { p50: rounded(ms, 0.5), p95: rounded(ms, 0.95), p99: rounded(ms, 0.99) },
        failures,
        console_mb: consoleMb,
        index_mb: indexMb,
        cpu_seconds: usage.cpuSeconds(),
        readers_without_the_whole_log: incomplete,
        reads_failed: failed,
        wrong,
        load: loadavg(),
      }),
    );
    return wrong === 0;
  });
}

function replicated(replicas: number): Promise<boolean> {
  // docs/operate/nginx.conf names four.
  if (!(replicas >= 2 && replicas <= 4)) throw new Error('--replicas: a number from 2 to 4');
  return loadReplicas({ replicas, minutes });
}

const holds = await (values.replicas === undefined ? load() : replicated(Number(values.replicas)));
process.exit(holds ? 0 : 1);
