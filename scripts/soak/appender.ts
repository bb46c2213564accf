// A fast source of events: recorded lines handed to the running index, some at a time, whatever happens to it. Invariant: a batch that was not
// acknowledged is handed over again as it was; the index knows a line again, so none is there twice.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf, objectIdOf } from '@/e2e/building-events';
import { ingestIntoRunning } from '@/lib/index-service/control-socket';

const EVERY_MS = 250;
const AGAIN_MS = 100;
/** Now and then many at once, as when a network has been away. */
const BURST_EVERY_MS = 20_000;
const BURST = 500;
const REMEMBERED = 5_000;

export interface Appender {
  /** Lines that the index has acknowledged. */
  readonly appended: number;
  /** When the event whose record this text is was made, in ms since 1970; undefined for one of somebody else, or of long ago. */
  madeAt(record: string): number | undefined;
  /** Takes a rest when the batch under way is in; resolves then. */
  pause(): Promise<void>;
  resume(): void;
  stop(): void;
}

export function startAppender(dataDir: string, perSecond: number): Appender {
  const times = new Map<string, number>();
  let appended = 0;
  let made = 0;
  let wanted = true;
  let stopped = false;
  let resting: Promise<void> | undefined;

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

  async function hand(lines: readonly string[]): Promise<void> {
    while (!stopped) {
      const done = await ingestIntoRunning(dataDir, Readable.from(lines)).catch(() => undefined);
      if (done?.refused !== undefined) throw new Error(`the index refused a line: ${done.refused}`);
      if (done !== undefined) {
        appended += done.added;
        return;
      }
      await sleep(AGAIN_MS);
    }
  }

  async function run(): Promise<void> {
    let burstAt = Date.now() + BURST_EVERY_MS;
    while (wanted && !stopped) {
      const from = Date.now();
      const burst = from >= burstAt;
      if (burst) burstAt = from + BURST_EVERY_MS;
      const count = burst ? BURST : Math.ceil((perSecond * EVERY_MS) / 1000);
      await hand(Array.from({ length: count }, line));
      await sleep(Math.max(0, EVERY_MS - (Date.now() - from)));
    }
  }

  const begin = () => {
    wanted = true;
    resting = run();
  };
  begin();
  return {
    get appended() {
      return appended;
    },
    madeAt: (record) => times.get(/"tx_digest":"(\w+)"/.exec(record)?.[1] ?? ''),
    async pause() {
      wanted = false;
      await resting;
    },
    resume: begin,
    stop: () => void (stopped = true),
  };
}
