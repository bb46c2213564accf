// Follow mode: keeps this index a mirror of another one. The history is copied by pages; the stream says when to read again, because its
// frames carry no chain time. Tools and skills are read again when an event names them, and all of them now and then.
import * as z from 'zod/mini';
import { chainProgress, type ChainProgress } from '@/lib/contract/service';
import { backoffMs } from '@/lib/time/backoff';
import { wait, type Clock } from '@/lib/time/clock';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { ErrorLog } from '@/lib/index-service/http/router';
import { SOURCE } from '@/lib/index-service/limits';
import type { DiskRoom } from '@/lib/index-service/store/disk-room';
import type { Database } from '@/lib/index-service/store/database';
import { deleteFact, readFact, writeFact } from '@/lib/index-service/store/facts';
import { createHistoryCopy, prepareStaging, SourceReset } from './history-copy';
import { changedObjects, createObjectCopy } from './object-copy';
import { addressOf, createSource } from './source';

export interface FollowOptions {
  db: Database;
  log: EventLog;
  url: URL;
  key: string;
  clock: Clock;
  signal: AbortSignal;
  errors: ErrorLog;
  report: (message: string) => void;
  /** Without it there is always room. */
  room?: Pick<DiskRoom, 'write'>;
  /** Of replaced logs, in bytes. */
  replacedBytes?: number;
  fetch?: typeof fetch;
  random?: () => number;
}

/** The network of a mirror, as GET / describes it. */
export interface MirroredNetwork {
  /** As the source calls it. */
  name: string;
  simulated: boolean;
  /** Origin and path of the source, without credentials. */
  mirror_of: string;
  /** How long ago the mirror was known to hold all that the source has, plus how far that was behind a chain; null before it first did. */
  behind_ms: number | null;
  /** Of a source that follows a chain. */
  chain?: ChainProgress;
}

/** Nothing else of what a source says is stored. */
const chainFields = z.object(chainProgress.shape);

const SOURCE_FACT = 'follow_source';
const LOG_ID_FACT = 'follow_log_id';
const STATE_FACT = 'follow_state';

/** What a source says of itself. */
interface Described {
  name: string;
  simulated: boolean;
  chain?: ChainProgress & { source_behind_ms: number | null };
}

/** What was last known of the source, for every process on the store. */
interface MirrorState extends Described {
  /** Milliseconds since 1970: the mirror had everything that the source had then. */
  current_at: number;
}

/** The address of the index that this store mirrors; undefined for an index with a log of its own. */
export const mirroredBy = (db: Database) => readFact(db, SOURCE_FACT);

/** The network of a store that mirrors another index; undefined for an index with a log of its own. */
export async function readMirror(db: Database, clock: Clock): Promise<MirroredNetwork | undefined> {
  const mirror_of = await mirroredBy(db);
  if (mirror_of === undefined) return undefined;
  const text = await readFact(db, STATE_FACT);
  if (text === undefined) return { name: mirror_of, simulated: false, mirror_of, behind_ms: null };
  const { name, simulated, current_at, chain: described } = JSON.parse(text) as MirrorState;
  const age = Math.max(0, clock.now() - current_at);
  if (described === undefined) return { name, simulated, mirror_of, behind_ms: age };
  const { source_behind_ms, ...chain } = described;
  const behind_ms = source_behind_ms === null ? null : source_behind_ms + age;
  return { name, simulated, mirror_of, behind_ms, chain };
}

/** Binds the store to its source. Throws when it holds another log. */
async function bind(db: Database, log: EventLog, source: string): Promise<void> {
  const currentSource = await mirroredBy(db);
  if (currentSource === source) return;
  if (currentSource !== undefined)
    throw new Error(`This store mirrors ${currentSource}. Use another DATA_DIR to follow ${source}.`);
  if (log.tip() > 0n)
    throw new Error(`This store has a log of its own. Use an empty DATA_DIR to follow ${source}.`);
  await writeFact(db, SOURCE_FACT, source);
}

export async function openFollower(options: FollowOptions) {
  const { db, log, url, clock, signal, errors, report, random = Math.random } = options;
  const { room = { write: (work) => work() }, replacedBytes } = options;
  const mirror_of = addressOf(url);
  await prepareStaging(db);
  await bind(db, log, mirror_of);
  const source = createSource({
    ...options,
    url: new URL(mirror_of),
    onRetry: (reason) => report(`${mirror_of}${reason}`),
  });
  const objects = createObjectCopy({
    db,
    log,
    source,
    onUnreadable: (what, error) => {
      signal.throwIfAborted();
      errors.error({ error: String(error), what }, 'an object of the source was not read');
    },
  });
  let live = false;
  const history = createHistoryCopy({
    db,
    log,
    source,
    room,
    replacedBytes,
    onProgress: (read, total) =>
      report(`reading the history of ${mirror_of}: ${read} of ${total ?? 'an unknown number of'} events`),
    onUnreadable: (id, field) =>
      errors.error({ event_id: String(id), field }, 'an event of the source was skipped'),
    // A first copy is followed by one of all objects.
    onCopied: async (lines) => (live ? objects.copyChanged(changedObjects(lines)) : undefined),
  });
  let described: Described = { name: mirror_of, simulated: false };
  /** Another connection may reach a source that started again. */
  let unidentified = true;

  /** Throws SourceReset when the source's log has another id than the one copied. Not every index has one. */
  async function identify(): Promise<void> {
    const info = await source.ask('service.info', {}).catch(() => undefined);
    const { name, simulated, log_id, chain, behind_ms = null } = info?.network ?? {};
    described = { name: name ?? mirror_of, simulated: simulated === true };
    if (chain) described.chain = { ...chainFields.parse(chain), source_behind_ms: behind_ms };
    unidentified = false;
    if (typeof log_id !== 'string') return;
    const copied = await readFact(db, LOG_ID_FACT);
    if (copied !== undefined && copied !== log_id) throw new SourceReset('its log has a new id');
    await writeFact(db, LOG_ID_FACT, log_id);
  }

  async function copyNew(): Promise<void> {
    // The checkpoint of a chain moves; before the copy, so that it has all up to there.
    if (unidentified || described.chain !== undefined) await identify();
    await history.copyNew();
  }

  async function catchUp(): Promise<void> {
    const started = clock.now();
    try {
      // One process of the source may list less than another did a moment ago, so a reset is confirmed before anything is copied again.
      await copyNew().catch(async (error: unknown) => {
        if (!(error instanceof SourceReset)) throw error;
        await wait(clock, SOURCE.recheckMs, signal);
        unidentified = true;
        await copyNew();
      });
    } catch (error) {
      if (!(error instanceof SourceReset)) throw error;
      report(`${mirror_of} started again (${error.message}); its history is copied again`);
      await history.startAgain();
      await deleteFact(db, LOG_ID_FACT);
      await identify();
      await history.copyNew();
      await objects.copyAll();
    }
    const state: MirrorState = { ...described, current_at: started };
    await writeFact(db, STATE_FACT, JSON.stringify(state));
  }

  let wake = (): void => undefined;
  let heard = true;
  const hear = () => {
    heard = true;
    wake();
  };

  /** Resolves when something was heard on the stream, or after a while without. */
  async function nextSignal(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(SOURCE.pollMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
      if (heard || signal.aborted) wake();
      signal.addEventListener('abort', wake, { once: true });
    });
    signal.removeEventListener('abort', wake);
    heard = false;
  }

  async function listenAlways(): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const openedAt = clock.monotonic();
      unidentified = true;
      await source.listen(log.tip(), hear).catch(() => undefined);
      if (clock.monotonic() - openedAt > SOURCE.retry.longestMs) failures = 1;
      await wait(clock, backoffMs(SOURCE.retry, failures, random), signal).catch(() => undefined);
    }
  }

  async function copyAlways(): Promise<void> {
    let objectsAt = clock.now();
    while (!signal.aborted) {
      await nextSignal();
      if (signal.aborted) return;
      try {
        await catchUp();
        if (clock.now() - objectsAt >= SOURCE.objectsMs) {
          await objects.copyAll();
          objectsAt = clock.now();
        }
      } catch (error) {
        if (signal.aborted) return;
        errors.error({ error: String(error) }, 'the source could not be read');
        await wait(clock, SOURCE.retry.longestMs, signal).catch(() => undefined);
      }
      await wait(clock, SOURCE.restMs, signal).catch(() => undefined);
    }
  }

  return {
    /** Copies the history, then every tool and skill. Rejects when the source cannot be followed. */
    async seed(): Promise<void> {
      report(`reading the history of ${mirror_of}`);
      await catchUp();
      await objects.copyAll();
      live = true;
    },
    /** Follows until the signal. */
    async live(): Promise<void> {
      await Promise.all([listenAlways(), copyAlways()]);
    },
  };
}
