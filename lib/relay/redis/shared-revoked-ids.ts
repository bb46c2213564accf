// Ended connections and revealed keys, known to every replica. Each id is a key of its own that expires with its cookie; a stream tells the other
// replicas, so that open streams of the session end there too. While Redis is away a replica knows what it has received, and stores its own ids later.
import { dropOldest } from '@/lib/limits/bounded-map';
import { LIFETIME_S } from '@/lib/relay/session/session-cookie';
import type { RevokedIds } from '@/lib/relay/session/revoked-ids';
import { every, type Clock } from '@/lib/time/clock';
import { KEY_PREFIX, type Redis } from './connection';

const ENDED = `${KEY_PREFIX}ended`;
/** As newConnection and revealedId make them (session/). An id is a line of a file. */
const ID = /^[\w:-]{1,64}$/;
/** A cookie's lifetime, and a day for clocks that differ. */
const LONGEST_MS = (LIFETIME_S + 24 * 60 * 60) * 1000;
const nameOf = (id: string) => `${ENDED}:${id}`;
const RETRY_MS = 1_000;
/** Reads of one session within this time ask Redis once. */
const REMEMBER_MS = 1_000;
const MOST_REMEMBERED = 10_000;
/** Replicas read the stream at once; this many wait for one that is reconnecting. */
const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: 1_000 } as const;

/** `local`: what this replica has in its own file. */
export function createSharedRevokedIds(redis: Redis, local: RevokedIds, clock: Clock): RevokedIds {
  /** Ids that Redis has not accepted yet, with their ends; `local` has each of them, and none may be lost. */
  const unsent = new Map<string, number>();
  /** When Redis did not know an id. The stream says within milliseconds that it has ended since. */
  const unknownAt = new Map<string, number>();
  let following = false;

  async function store(id: string, until: number): Promise<boolean> {
    const isNew = await redis.client.set(nameOf(id), '1', {
      condition: 'NX',
      expiration: { type: 'PXAT', value: until },
    });
    await redis.client.xAdd(ENDED, '*', { id, until: String(until) }, { TRIM });
    unsent.delete(id);
    return isNew !== null;
  }

  /** What another replica wrote, or someone else who can write to Redis. */
  function addReceived(id: string, until: number): void {
    const lasts = until - clock.now();
    if (ID.test(id) && lasts > 0 && lasts <= LONGEST_MS) void local.add(id, until);
  }

  async function sync(): Promise<void> {
    if (!redis.client.isReady) return;
    if (!following) {
      following = true;
      redis.follow(ENDED, '0-0', {
        onEntries(entries) {
          for (const { message } of entries)
            addReceived(String(message['id']), Number(String(message['until'])));
        },
        onLost: () => (following = false),
      });
    }
    for (const [id, until] of unsent) await store(id, until);
  }
  every(clock, RETRY_MS, () => void sync().catch(() => undefined));

  return {
    async has(id) {
      if (await local.has(id)) return true;
      if (clock.monotonic() - (unknownAt.get(id) ?? -Infinity) < REMEMBER_MS) return false;
      const found = await redis.client.exists(nameOf(id)).catch(() => undefined);
      if (found === 0) unknownAt.set(id, clock.monotonic());
      dropOldest(unknownAt, MOST_REMEMBERED);
      return found === 1;
    },
    async add(id, until) {
      if (!(await local.add(id, until))) return false;
      unsent.set(id, until);
      return store(id, until).catch(() => true);
    },
    onAdd: (id, listener) => local.onAdd(id, listener),
  };
}
