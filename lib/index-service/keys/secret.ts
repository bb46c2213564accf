// The secret half of a key (spec 5): generated once, stored as a SHA-256 hash, compared in constant time.
// A hash without salt is enough for 256 random bits.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Cryptographically strong bytes. */
export type RandomBytes = (size: number) => Uint8Array;

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A new key: the full text for the caller, and what is kept of it. */
export function newKey(random: RandomBytes): { key: string; key_id: string; secret_hash: string } {
  const key_id = `dk_${Buffer.from(random(8)).toString('hex')}`;
  const secret = Buffer.from(random(32)).toString('base64url');
  return { key: `${key_id}.${secret}`, key_id, secret_hash: hashSecret(secret) };
}

/** The halves of a credential as sent; undefined when it has no dot. */
export function splitKey(credential: string): { key_id: string; secret: string } | undefined {
  const dot = credential.indexOf('.');
  return dot < 1 ? undefined : { key_id: credential.slice(0, dot), secret: credential.slice(dot + 1) };
}

/** The credential of a request: `x-api-key` wins over `Authorization: ApiKey …` (spec 5). */
export function credentialOf(headers: Headers): string | undefined {
  const header = headers.get('x-api-key');
  if (header !== null) return header.trim();
  return /^ApiKey +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
}
