// A channel with an in-memory index, in-memory browsers and a manual clock, for orders of events that real sockets rarely produce.
// Invariant: timers fire only when the test advances the clock; `runPromises` runs promises without advancing it.
import type { Frame } from '@/lib/relay/stream/sse';
import { createChannel } from '@/lib/relay/stream/channel';
import { STREAM_LIMITS, type StreamLimits } from '@/lib/relay/stream/limits';
import { manualClock } from '@/lib/time/testing/manual-clock';
import { createRingBudget } from '@/lib/relay/stream/ring';
import type { Chunk } from '@/lib/relay/stream/browser-connection';
import { createStreamMetrics } from '@/lib/relay/stream/metrics';
import type { ConnectionHandlers } from '@/lib/relay/stream/upstream-connection';

interface ModelStream {
  cursor: bigint;
  opened: boolean;
  paused: boolean;
  handlers: ConnectionHandlers;
}

export interface ModelReader {
  /** The cursor it connected with. */
  began: bigint | undefined;
  /** A browser's cursor: the id of the last event or heartbeat. */
  cursor: bigint | undefined;
  got: bigint[];
  /** Everything written to it, and how many writes held events. */
  chunks: Chunk[];
  writes: number;
  /** Ids up to which a heartbeat claimed completeness, and how many events had been delivered then. */
  claims: { upTo: bigint; delivered: number }[];
  /** Tips that the relay said it starts after. */
  tips: { of: 'relay-hello' | 'relay-reset'; tip: bigint }[];
  open: boolean;
  full: boolean;
  waits: boolean;
  drained: () => void;
  detach: () => void;
}

export function createModelChannel(limits: Partial<StreamLimits>, random: () => number) {
  /** Ids of the events. */
  const log: bigint[] = [];
  const clock = manualClock();
  const streams = new Set<ModelStream>();
  const metrics = createStreamMetrics();
  let mostStreams = 0;
  const tip = () => log.at(-1) ?? 0n;
  const frame = (id: bigint): Frame => ({ id, bytes: Buffer.from(`#${id};`) });

  const channel = createChannel({
    open(cursor, handlers) {
      const stream = { cursor: cursor ?? tip(), opened: false, paused: false, handlers };
      streams.add(stream);
      mostStreams = Math.max(mostStreams, streams.size);
      return {
        close: () => void streams.delete(stream),
        pause: () => void (stream.paused = true),
        resume: () => void (stream.paused = false),
      };
    },
    index: {
      tip: () => Promise.resolve({ is: 'known', id: tip() }),
      id: () => Promise.resolve('L1'),
      compare: () => Promise.resolve({ is: 'same' }),
    },
    clock,
    random,
    limits: { ...STREAM_LIMITS, ...limits },
    budget: createRingBudget(1_000_000),
    metrics,
    onReset: () => undefined,
    onDisposed: () => undefined,
    log: () => undefined,
  });

  function read(reader: ModelReader, text: string): void {
    if (text.includes('#')) reader.writes += 1;
    for (const [, id] of text.matchAll(/#(\d+);/g)) {
      reader.got.push(BigInt(id ?? ''));
      reader.cursor = BigInt(id ?? '');
    }
    const beat = /^id: (\d+)\nevent: relay-beat/.exec(text)?.[1];
    if (beat !== undefined) {
      reader.claims.push({ upTo: BigInt(beat), delivered: reader.got.length });
      reader.cursor = BigInt(beat);
    }
    const start = /event: (relay-hello|relay-reset)\ndata: .*"tip":"(\d+)"/.exec(text);
    if (start !== null)
      reader.tips.push({ of: start[1] as 'relay-hello' | 'relay-reset', tip: BigInt(start[2] ?? '') });
  }

  return {
    log,
    metrics,
    streams,
    mostStreams: () => mostStreams,
    pass: clock.pass,
    stats: () => channel.stats(),
    runPromises: () => new Promise<void>((done) => setImmediate(done)),
    append(step: bigint): void {
      log.push(tip() + step);
    },
    attach(cursor: bigint | undefined): ModelReader {
      const reader: ModelReader = {
        cursor,
        began: cursor,
        got: [],
        chunks: [],
        writes: 0,
        claims: [],
        tips: [],
        open: true,
        full: false,
        waits: false,
        drained: () => undefined,
        detach: () => undefined,
      };
      const attachment = channel.attach(
        {
          write(chunk) {
            reader.chunks.push(chunk);
            read(reader, chunk.bytes.toString());
            reader.waits ||= reader.full;
            return !reader.full;
          },
          onDrain: (drained) => void (reader.drained = drained),
          end: () => void (reader.open = false),
        },
        cursor,
      );
      reader.detach = () => attachment.detach();
      return reader;
    },
    /** Empties its socket. */
    drain(reader: ModelReader): void {
      reader.full = false;
      if (!reader.waits) return;
      reader.waits = false;
      if (reader.open) reader.drained();
    },
    /** One step of a connection: its headers, or up to `count` frames. Returns whether there was one. */
    pump(stream: ModelStream, count: number): boolean {
      if (!streams.has(stream) || stream.paused) return false;
      if (!stream.opened) {
        stream.opened = true;
        stream.handlers.onOpen();
        return true;
      }
      const next = log.filter((id) => id > stream.cursor).slice(0, count);
      if (next.length === 0) return false;
      stream.cursor = next.at(-1) ?? stream.cursor;
      stream.handlers.onFrames(next.map(frame));
      return true;
    },
    cut(stream: ModelStream): void {
      if (streams.delete(stream)) stream.handlers.onClose({ why: 'ended' });
    },
  };
}
export type ModelChannel = ReturnType<typeof createModelChannel>;
