// Object ids, wallet addresses, digests and tool names (spec 11.1).
// Invariant: the output of `objectId` is normalised (lower case, padded), so equal ids are equal strings.
import * as z from 'zod/mini';
import './zod-messages';

const HEX_ID = /^0x[0-9a-f]{1,64}$/i;
const DIGEST = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const PART = '[a-z][a-z0-9_-]+';
const TOOL_FQN = new RegExp(`^${PART}(?:\\.${PART}){2,}@[1-9]\\d{0,9}$`);

/** Lower case and left-padded to 64 digits; the text must already match an id. */
export function normaliseId(text: string): string {
  return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`;
}

export function isObjectId(text: string): boolean {
  return HEX_ID.test(text);
}

/** Whether two texts are the same id, however each is written; other texts are compared as they are. */
export function isSameId(a: string, b: string): boolean {
  return a === b || (isObjectId(a) && isObjectId(b) && normaliseId(a) === normaliseId(b));
}

/** A transaction digest: base58 of 32 bytes, 43 or 44 characters (a leading run of zero bytes makes it shorter). */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** `domain.name@version`: three or more dot parts, version from 1. */
export function isToolFqn(text: string): boolean {
  // As long as a path may have it (endpoint-row.ts): the pattern would overflow the stack on megabytes.
  return text.length <= 512 && TOOL_FQN.test(text);
}

/** An object id or wallet address in any case, with or without padding; normal form out. */
export const objectId = z.pipe(
  z.string().check(z.regex(HEX_ID, 'must be 0x and up to 64 hex digits')),
  z.transform(normaliseId),
);

/** Same form as an object id; a separate name for what the field means. */
export const address = objectId;

export const txDigest = z.string().check(z.regex(DIGEST, 'must be a base58 transaction digest'));

/** A value as one segment of a path. Never throws: a lone surrogate becomes U+FFFD. */
export function pathSegment(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
