// A short text for a placement question: the same question has the same answer, so an answer is kept under it.
// FNV-1a twice, over 64 bits: enough to tell the graphs of one browser apart, and quick for tens of thousands of numbers.
import type { PlacementQuestion } from './question';

/** Raised whenever the placement answers differently: what was kept before is then not found. */
const VERSION = 1;

const PRIME = 0x01000193;

function mixed(seed: number, numbers: Float32Array): number {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  let hash = Math.imul(seed ^ bits.length, PRIME);
  for (const each of bits) {
    hash = Math.imul(hash ^ (each & 0xffff), PRIME);
    hash = Math.imul(hash ^ (each >>> 16), PRIME);
  }
  return hash;
}

export function questionHash({ sizes, edges, wrap, heading }: PlacementQuestion): string {
  const seeds = [0x811c9dc5, 0x01000193];
  const parts = seeds.map((seed) => mixed(mixed(seed, sizes), edges) >>> 0);
  return [
    `${VERSION}${heading === 'down' ? 'd' : ''}${wrap ? 'w' : ''}`,
    ...parts.map((part) => part.toString(16).padStart(8, '0')),
  ].join('-');
}
