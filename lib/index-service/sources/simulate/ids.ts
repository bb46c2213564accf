// Derives chain ids from names (spec 11.1): object ids and wallets by SHA-256, digests as base58.
// Invariant: the same seed and name give the same id in every process.
import { createHash } from 'node:crypto';
import { createRandom, type Random } from './random';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 of bytes; a leading zero byte is written as '1'. */
export function base58(bytes: Uint8Array): string {
  let value = 0n;
  let zeros = 0;
  for (const byte of bytes) {
    if (byte === 0 && value === 0n) zeros += 1;
    value = value * 256n + BigInt(byte);
  }
  let text = '';
  for (; value > 0n; value /= 58n) text = (BASE58[Number(value % 58n)] ?? '') + text;
  return '1'.repeat(zeros) + text;
}

/** What every generator of the simulation is given instead of a clock and chance. */
export interface World {
  seed: string;
  /** 0x and 64 hex digits. */
  id(name: string): string;
  /** A transaction digest. */
  digest(name: string): string;
  /** 32 bytes as hex, for hashes inside payloads. */
  hash(name: string): string;
  /** 32 bytes as base64, for blobs. */
  base64(name: string): string;
  random(name: string): Random;
}

export function createWorld(seed: string): World {
  const bytes = (kind: string, name: string) =>
    createHash('sha256').update(`${kind}/${seed}/${name}`).digest();
  return {
    seed,
    id: (name) => `0x${bytes('object', name).toString('hex')}`,
    digest: (name) => base58(bytes('transaction', name)),
    hash: (name) => bytes('hash', name).toString('hex'),
    base64: (name) => bytes('blob', name).toString('base64'),
    random: (name) => createRandom(seed, name),
  };
}
