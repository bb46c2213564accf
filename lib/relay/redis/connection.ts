// Two connections to Redis: one for commands, one that waits for new entries of streams. Invariant: while Redis is away every command fails at
// once, and a connection that is silent for three seconds counts as lost.
import { createClient, RESP_TYPES } from '@redis/client';

const PING_MS = 1_000;
const SILENCE_MS = 3_000;
const LONGEST_RETRY_MS = 1_000;
/** How long one read waits for entries; a stream that is followed meanwhile is read after it. */
const BLOCK_MS = 250;
const ENTRIES_PER_READ = '256';
/** Events are passed on byte by byte. */
const AS_BUFFERS = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

/** One entry of a stream: its id, and its fields by name. */
export interface Entry {
  id: string;
  fields: ReadonlyMap<string, Buffer>;
}

export interface Tail {
  /** New entries, in order; never empty. */
  onEntries(entries: readonly Entry[]): void;
  /** Redis can no longer be read; the tail is removed. */
  onLost(): void;
}

type RawEntry = readonly [id: Buffer, fields: readonly Buffer[]];
type Arguments = readonly (string | Buffer)[];

function entryOf([id, raw]: RawEntry): Entry {
  const fields = new Map<string, Buffer>();
  for (let at = 0; at + 1 < raw.length; at += 2) fields.set(String(raw[at]), raw[at + 1] ?? Buffer.alloc(0));
  return { id: String(id), fields };
}

export type Redis = ReturnType<typeof connectRedis>;

/** Never throws: without Redis it keeps trying. `note` hears of each change. */
export function connectRedis(url: string, note: (what: 'connected' | 'lost') => void) {
  const commands = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(LONGEST_RETRY_MS, 50 * 2 ** retries),
    },
  });
  const waiting = commands.duplicate();
  const tails = new Map<string, { after: string; tail: Tail }>();
  let connected = false;
  let reading = false;
  let closed = false;

  const isReady = () => !closed && commands.isReady && waiting.isReady;

  function noteState(): void {
    if (connected === isReady()) return;
    connected = !connected;
    note(connected ? 'connected' : 'lost');
  }

  for (const client of [commands, waiting])
    // The texts of errors may hold the address, so they are not passed on.
    for (const event of ['ready', 'error', 'end'] as const) client.on(event, noteState);
  const attempts = Promise.allSettled([commands.connect(), waiting.connect()]);
  const first = Promise.race([attempts, new Promise((resolve) => commands.once('error', resolve))]);

  /** Every followed stream in one read. A lost connection ends all tails. */
  async function readTails(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      while (tails.size > 0) {
        const wanted = [...tails];
        const streams = [...wanted.map(([key]) => key), ...wanted.map(([, { after }]) => after)];
        const found = await waiting.sendCommand<readonly (readonly [Buffer, readonly RawEntry[]])[] | null>(
          ['XREAD', 'COUNT', ENTRIES_PER_READ, 'BLOCK', String(BLOCK_MS), 'STREAMS', ...streams],
          AS_BUFFERS,
        );
        for (const [key, raw] of found ?? []) {
          const followed = tails.get(String(key));
          const newest = raw.at(-1);
          // It may have been given up, or followed again from elsewhere, while the read was under way.
          if (followed === undefined || newest === undefined || !wanted.some(([, one]) => one === followed))
            continue;
          followed.after = String(newest[0]);
          followed.tail.onEntries(raw.map(entryOf));
        }
      }
    } catch {
      const lost = [...tails.values()];
      tails.clear();
      for (const { tail } of lost) tail.onLost();
    } finally {
      reading = false;
    }
    if (tails.size > 0) void readTails();
  }

  return {
    isReady,
    /** The first attempt to connect has ended, either way. */
    first: first.then(() => undefined),
    /** Rejects while Redis is away. Texts are answered as text. */
    command: <Reply>(args: Arguments) => commands.sendCommand<Reply>(args),
    /** At most `count` entries of a stream from `from` on, oldest first. */
    async entries(key: string, from: string, count: number): Promise<Entry[]> {
      const raw = await commands.sendCommand<RawEntry[]>(
        ['XRANGE', key, from, '+', 'COUNT', String(count)],
        AS_BUFFERS,
      );
      return raw.map(entryOf);
    },
    /** Passes on what a stream receives after the entry `after`. One tail per stream. Returns how to stop. */
    follow(key: string, after: string, tail: Tail): () => void {
      const mine = { after, tail };
      tails.set(key, mine);
      void readTails();
      return () => {
        if (tails.get(key) === mine) tails.delete(key);
      };
    },
    /** For rate-limiter-flexible, which has commands of its own. */
    client: commands,
    close(): void {
      closed = true;
      tails.clear();
      for (const client of [commands, waiting]) if (client.isOpen) client.destroy();
    },
  };
}
