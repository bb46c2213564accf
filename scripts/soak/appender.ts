// A fast source of events: recorded lines are ingested by the running index in batches, even while it is restarted.
// Invariant: an unacknowledged batch is sent again unchanged; the index recognises lines, so none is stored twice.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf, objectIdOf } from '@/e2e/building-events';
import { send } from '@/lib/index-service/control-socket';

const EVERY_MS = 250;
const RETRY_MS = 100;
/** Occasional bursts, as after an outage of the network. */
const BURST_EVERY_MS = 20_000;
const BURST = 500;
const REMEMBERED = 5_000;

export interface Appender {
  /** Lines that the index has acknowledged. */
  readonly appended: number;
  /** When the event with this record was created, in ms since 1970; undefined for unknown or old events. */
  madeAt(record: string): number | undefined;
  /** Pauses after the current batch and resolves then. */
  pause(): Promise<void>;
  resume(): void;
  stop(): void;
}

export function startAppender(dataDir: string, perSecond: number): Appender {
  const times = new Map<string, number>();
  let appended = 0;
  let made = 0;
  let active = true;
  let stopped = false;
  let running: Promise<void> | undefined;

  function line(): string {
    made += 1;
    const name = `soak ${made}`;
    const digest = digestOf(name);
    times.set(digest, Date.now());
    for (const oldest of times.keys()) {
      if (times.size <= REMEMBERED) break;
      times.delete(oldest);
    }
    return `${JSON.stringify({
      kind: 'LeaderRegistryCreatedEvent',
      tx_digest: digest,
      sender_address: objectIdOf('soak'),
      onchain_at: new Date().toISOString(),
      payload: { registry: objectIdOf(name) },
    })}\n`;
  }

  async function ingest(lines: readonly string[]): Promise<void> {
    while (!stopped) {
      const done = await send(dataDir, { command: 'ingest' }, () => Readable.from(lines)).catch(
        () => undefined,
      );
      if (done?.refused !== undefined) throw new Error(`the index rejected a line: ${done.refused}`);
      if (done !== undefined) {
        appended += done.added;
        return;
      }
      await sleep(RETRY_MS);
    }
  }

  async function run(): Promise<void> {
    let burstAt = Date.now() + BURST_EVERY_MS;
    while (active && !stopped) {
      const from = Date.now();
      const burst = from >= burstAt;
      if (burst) burstAt = from + BURST_EVERY_MS;
      const count = burst ? BURST : Math.ceil((perSecond * EVERY_MS) / 1000);
      await ingest(Array.from({ length: count }, line));
      await sleep(Math.max(0, EVERY_MS - (Date.now() - from)));
    }
  }

  const resume = () => {
    active = true;
    running = run();
  };
  resume();
  return {
    get appended() {
      return appended;
    },
    madeAt: (record) => times.get(/"tx_digest":"(\w+)"/.exec(record)?.[1] ?? ''),
    async pause() {
      active = false;
      await running;
    },
    resume,
    stop: () => void (stopped = true),
  };
}
