// How fast the stream replays missed events, compared with a loop that only reads the log.
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { MemoryService } from '@/lib/index-service/testing/memory-service';
import type { Figures } from './figures';

const EVENTS = 100_000n;
const READ = 500;
/** Alternating, the best of each, so that other load does not decide. */
const ROUNDS = 2;

/** Milliseconds of a plain loop over the log, and its last id. */
async function readAll(log: EventLog, cursor: bigint): Promise<{ ms: number; last: bigint }> {
  const from = performance.now();
  let last = cursor;
  for (;;) {
    const newest = (await log.readAfter(last, READ)).at(-1);
    if (newest === undefined) return { ms: performance.now() - from, last };
    last = newest.id;
  }
}

/** Milliseconds and bytes of the stream from `cursor` to the frame of `last`. */
async function streamAll(service: MemoryService, key: string, cursor: bigint, last: bigint) {
  const from = performance.now();
  const response = await service.fetch(`/events/stream?last_event_id=${cursor}`, {
    headers: { 'x-api-key': key },
  });
  const end = Buffer.from(`id: ${last}\n`);
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    tail = Buffer.concat([tail.subarray(-end.length), chunk]);
    if (tail.includes(end)) break;
  }
  return { ms: performance.now() - from, bytes };
}

export async function measureReplay(
  service: MemoryService,
  log: EventLog,
  key: string,
  figures: Figures,
): Promise<void> {
  const cursor = log.tip() > EVENTS ? log.tip() - EVENTS : 0n;
  let [bare, streamed, size] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ms, last } = await readAll(log, cursor);
    const stream = await streamAll(service, key, cursor, last);
    bare = Math.min(bare, ms);
    streamed = Math.min(streamed, stream.ms);
    size = stream.bytes;
  }
  figures.note('replayed', `${(size / 1e6).toFixed(0)} MB in ${(streamed / 1000).toFixed(1)} s`);
  figures.atMost('replay through the stream, to a bare read loop', streamed / bare, 2, 'times');
}
