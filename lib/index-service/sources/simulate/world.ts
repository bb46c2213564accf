// Seeded ids and randomness (spec 11.1): what every generator of the simulation uses instead of a clock and chance.
// Invariant: an id depends on the seed and its name; a draw on the seed, the name and the earlier draws under it.
import { createHash } from 'node:crypto';
import { base58 } from '@/lib/index-service/sources/base58';

/** An sfc32 generator of its own for each name, so a new draw in one place changes nothing elsewhere. */
function createRandom(seed: string, name: string) {
  const hash = createHash('sha256').update(`random/${seed}/${name}`).digest();
  let a = hash.readUInt32LE(0);
  let b = hash.readUInt32LE(4);
  let c = hash.readUInt32LE(8);
  let counter = hash.readUInt32LE(12);
  /** In [0, 1). */
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  /** An integer from low to high, both included. */
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  /** Throws RangeError for an empty list. */
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return {
    next,
    int,
    pick,
    chance: (probability: number) => next() < probability,
    /** An item with probability in proportion to its weight. */
    weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
      let remaining = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      return items.find((item) => (remaining -= weightOf(item)) < 0) ?? pick(items);
    },
  };
}
export type Random = ReturnType<typeof createRandom>;

export function createWorld(seed: string) {
  const bytes = (kind: string, name: string) =>
    createHash('sha256').update(`${kind}/${seed}/${name}`).digest();
  return {
    /** An object or wallet: 0x and 64 hex digits. */
    id: (name: string) => `0x${bytes('object', name).toString('hex')}`,
    /** A transaction digest. */
    digest: (name: string) => base58(bytes('transaction', name)),
    /** 32 bytes as hex, for hashes inside payloads. */
    hash: (name: string) => `0x${bytes('hash', name).toString('hex')}`,
    /** A blob's id (43 characters for URLs) and the digest of its content. */
    blob: (name: string) => ({
      blob_id: bytes('blob', name).toString('base64url'),
      content_digest: bytes('blob', `${name}/content`).toString('base64'),
    }),
    random: (name: string) => createRandom(seed, name),
  };
}
export type World = ReturnType<typeof createWorld>;
