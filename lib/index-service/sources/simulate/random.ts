// Seeded randomness for the simulated network: one sfc32 generator per name, so a new draw in one place changes nothing elsewhere.
// Invariant: a draw depends on the seed, the name and the earlier draws under that name.
import { createHash } from 'node:crypto';

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from low to high, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item with probability in proportion to its weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item;
}

/** Throws RangeError when asked to pick from nothing. */
export function createRandom(seed: string, name: string): Random {
  const hash = createHash('sha256').update(`random/${seed}/${name}`).digest();
  let a = hash.readUInt32LE(0);
  let b = hash.readUInt32LE(4);
  let c = hash.readUInt32LE(8);
  let counter = hash.readUInt32LE(12);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted(items, weightOf) {
      const total = items.reduce((sum, item) => sum + weightOf(item), 0);
      let left = next() * total;
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return pick(items);
    },
  };
}
