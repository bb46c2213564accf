// How identifiers look, and what a pasted text can be.
import { codePoint } from '@/lib/text/foreign-text';
import { isDigest, isObjectId, isToolFqn, normaliseId } from '@/lib/contract/ids';

/** The beginning of an id, what is left out, and its end; short texts and invalid ids stay whole. */
export function idParts(id: string): [head: string, middle: string, tail: string] {
  const head = id.startsWith('0x') ? 6 : 4;
  if (id.length <= head + 5 || oddId(id) !== null) return [id, '', ''];
  return [id.slice(0, head), id.slice(head, -4), id.slice(-4)];
}

/** The middle left out: `0x9a31…c07d`, `7xKq…9dPe`. */
export function shortId(id: string): string {
  const [head, middle, tail] = idParts(id);
  return middle === '' ? [...id].map(escapeSign).join('') : `${head}…${tail}`;
}

/** In an id, a character outside ASCII is shown with its code. */
const escapeSign = (sign: string) => (/[\x21-\x7e]/.test(sign) ? sign : `${sign}[${codePoint(sign)}]`);

/** Why an id is invalid: a letter of another script, a blank, a digit that is not hexadecimal. */
export function oddId(id: string, { hexadecimal = id.startsWith('0x') } = {}): string | null {
  const sign = /[^\x21-\x7e]/u.exec(id)?.[0];
  if (sign !== undefined) return `contains ${codePoint(sign)}`;
  return !hexadecimal || /^0x[0-9a-f]+$/i.test(id) ? null : 'not hexadecimal';
}

/** Two different hues of eight and one of four cuts: 224 chips. */
export interface IdChip {
  first: number;
  second: number;
  cut: number;
}

/** FNV-1a: equal on every machine, spreads ids that differ in one digit only. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}

export function chipOf(id: string): IdChip {
  const value = hash(isObjectId(id) ? normaliseId(id) : id);
  const first = value % 8;
  const second = (first + 1 + ((value >>> 3) % 7)) % 8;
  return { first, second, cut: (value >>> 16) % 4 };
}

/** What a text typed or pasted by a user can be. */
export type PastedKind = 'object' | 'digest' | 'fqn' | 'text';

/** The kind of a pasted text and its normal form (trimmed; ids lower-case and padded). */
export function readPasted(raw: string): { kind: PastedKind; value: string } {
  const text = raw.trim();
  // A short hex number such as 0x6 is an id too; a word such as 0xyz is not.
  if (isObjectId(text)) return { kind: 'object', value: normaliseId(text) };
  if (isToolFqn(text)) return { kind: 'fqn', value: text };
  if (isDigest(text)) return { kind: 'digest', value: text };
  return { kind: 'text', value: text };
}

/** Why a text that looks like one id or digest is none; null for anything else. */
export function invalidId(raw: string): string | null {
  const text = raw.trim();
  // A whole id with something behind it, such as a bracket, is still found.
  const startsWithId = isObjectId(text) || /^0x[0-9a-f]{64}(?![0-9a-f])/i.test(text);
  if (/^0x\S+$/i.test(text) && !startsWithId) return 'Invalid ID: an ID is 0x and up to 64 hex digits';
  const looksLikeDigest = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[0-9A-Za-z]{40,48}$/.test(text);
  return looksLikeDigest && !isDigest(text) ? 'Invalid digest: a digest is 43 or 44 base58 characters' : null;
}
