// Ended connections and revealed keys, known to every replica. Each id is a key of its own that expires with its cookie; a stream tells the other
// replicas, so that what a session still has open ends there too. While Redis is away a replica knows what it has heard, and stores its own later.
import type { RevokedIds } from '@/lib/relay/session/revoked-ids';
import type { Clock } from '@/lib/relay/stream/limits';
import type { Redis } from './connection';

const ENDED = 'dagscope:ended';
const nameOf = (id: string) => `${ENDED}:${id}`;
const RETRY_MS = 1_000;
/** Replicas read the stream at once; this many wait for one that is reconnecting. */
const MOST_ENTRIES = '1000';

/** `local`: what this replica has in its own file. */
export function createSharedRevokedIds(redis: Redis, local: RevokedIds, clock: Clock): RevokedIds {
  /** Ids that Redis has not accepted yet, with their ends. */
  const unsent = new Map<string, number>();
  let following = false;

  async function store(id: string, until: number): Promise<boolean> {
    const isNew = await redis.command<string | null>(['SET', nameOf(id), '1', 'NX', 'PXAT', String(until)]);
    await redis.command(['XADD', ENDED, 'MAXLEN', '~', MOST_ENTRIES, '*', 'id', id, 'until', String(until)]);
    unsent.delete(id);
    return isNew !== null;
  }

  async function sync(): Promise<void> {
    if (!redis.isReady()) return;
    if (!following) {
      following = true;
      const [newest] = await redis.command<[string][]>(['XREVRANGE', ENDED, '+', '-', 'COUNT', '1']);
      redis.follow(ENDED, newest?.[0] ?? '0-0', {
        onEntries(entries) {
          for (const { fields } of entries)
            void local.add(String(fields.get('id')), Number(String(fields.get('until'))));
        },
        onLost: () => (following = false),
      });
    }
    for (const [id, until] of unsent) await store(id, until);
  }
  clock.every(RETRY_MS, () => void sync().catch(() => (following = false)));

  return {
    async has(id) {
      if (await local.has(id)) return true;
      return redis
        .command<number>(['EXISTS', nameOf(id)])
        .then((found) => found === 1)
        .catch(() => false);
    },
    async add(id, until) {
      const isNew = await local.add(id, until);
      if (!isNew) return false;
      unsent.set(id, until);
      return store(id, until).catch(() => true);
    },
    onAdd: (id, listener) => local.onAdd(id, listener),
  };
}
