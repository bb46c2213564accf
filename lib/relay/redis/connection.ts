// The connection to Redis. Invariant: while Redis is away every command fails at once, and a connection that is silent for three seconds is lost.
import { createClient, RESP_TYPES } from '@redis/client';
import { backoffMs } from '@/lib/time/backoff';

/** Of every key. */
export const KEY_PREFIX = 'dagscope:';

const SILENCE_MS = 3_000;
const RECONNECT = { firstMs: 50, longestMs: 1_000, jitter: 0.5 };
/** How often followed streams are read, all in one command: as often as browsers are written to. */
const READ_MS = 50;
const ENTRIES_PER_READ = 1_000;
/** Events are passed on byte by byte. */
const AS_BUFFERS = { [RESP_TYPES.BLOB_STRING]: Buffer };

/** One entry of a stream: its id, and its fields by name. */
export interface Entry {
  id: Buffer;
  message: Readonly<Record<string, Buffer>>;
}

interface Tail {
  /** New entries, in order; never empty. */
  onEntries(entries: readonly Entry[]): void;
  /** Redis can no longer be read; the tail is removed. */
  onLost(): void;
}

export type Redis = ReturnType<typeof connectRedis>;

/** Never throws: without Redis it keeps trying. `note` is called at each change. */
export function connectRedis(
  url: string,
  note: (what: 'connected' | 'lost') => void,
  random: () => number = Math.random,
) {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: 1_000,
    socket: {
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => backoffMs(RECONNECT, retries + 1, random),
    },
  });
  const tails = new Map<string, Tail & { after: string }>();
  let connected = false;
  let reading = false;

  function noteState(): void {
    if (connected === client.isReady) return;
    connected = client.isReady;
    note(connected ? 'connected' : 'lost');
  }
  // The texts of errors may hold the address, so they are not passed on.
  client.on('ready', noteState).on('error', noteState).on('end', noteState);
  const first = new Promise<void>((resolve) => {
    client.once('ready', resolve).once('error', () => resolve());
  });
  client.connect().catch(() => undefined);

  async function readTails(): Promise<void> {
    if (reading || tails.size === 0) return;
    reading = true;
    const requested = new Map(tails);
    try {
      const streams = [...requested].map(([key, { after }]) => ({ key, id: after }));
      const found = await client.withTypeMapping(AS_BUFFERS).xRead(streams, { COUNT: ENTRIES_PER_READ });
      for (const { name, messages } of (found ?? []) as { name: Buffer; messages: Entry[] }[]) {
        const tail = requested.get(String(name));
        // During the read it may have been removed, or followed again from another entry.
        if (tail === undefined || tails.get(String(name)) !== tail) continue;
        tail.after = String(messages.at(-1)?.id);
        tail.onEntries(messages);
      }
    } catch {
      for (const [key, tail] of requested) {
        if (tails.get(key) !== tail) continue;
        tails.delete(key);
        tail.onLost();
      }
    }
    reading = false;
  }
  const timer = setInterval(() => void readTails(), READ_MS).unref();

  return {
    /** Its commands reject while Redis is away. */
    client,
    /** The first attempt to connect has ended, either way. */
    first,
    /** Passes on what a stream receives after the entry `after`. One tail per stream. Returns how to stop. */
    follow(key: string, after: string, handlers: Tail): () => void {
      const tail = { ...handlers, after };
      tails.set(key, tail);
      return () => {
        if (tails.get(key) === tail) tails.delete(key);
      };
    },
    close(): void {
      clearInterval(timer);
      tails.clear();
      if (client.isOpen) client.destroy();
    },
  };
}
