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

/** Digits of every script as 0 to 9. Decimal digits are encoded in runs of ten that start at 0 or 6 of a block of sixteen. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const block = code - (code % 16);
  const start = /\p{Nd}/u.test(String.fromCodePoint(block)) ? block : block + 6;
  return String(code - start);
}

/** Full-width forms, other scripts' digits and all kinds of spaces as ASCII, without invisible characters. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a text typed or pasted by a user can be. */
export type PastedKind = 'object' | 'digest' | 'fqn' | 'text';

/** The kind of a pasted text and its normal form (plain; ids lower-case and padded). */
export function readPasted(raw: string): { kind: PastedKind; value: string } {
  const text = plainText(raw);
  // A short hex number such as 0x6 is an id too; a word such as 0xyz is not.
  if (isObjectId(text)) return { kind: 'object', value: normaliseId(text) };
  if (isToolFqn(text)) return { kind: 'fqn', value: text };
  if (isDigest(text)) return { kind: 'digest', value: text };
  return { kind: 'text', value: text };
}

/** Why a text that looks like one id or digest is none; null for anything else. */
export function invalidId(raw: string): string | null {
  const text = plainText(raw);
  // A whole id with something behind it, such as a bracket, is still found.
  const startsWithId = isObjectId(text) || /^0x[0-9a-f]{64}(?![0-9a-f])/i.test(text);
  if (/^0x\S+$/i.test(text) && !startsWithId) return 'Invalid ID: an ID is 0x and up to 64 hex digits';
  const looksLikeDigest = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[0-9A-Za-z]{40,48}$/.test(text);
  return looksLikeDigest && !isDigest(text) ? 'Invalid digest: a digest is 43 or 44 base58 characters' : null;
}

/** Digits, or thousands, lakhs and crores with separators. */
const EVENT_ID = /^#?(?:ev-)?(\d{1,25}|\d{1,3}(?:[,.'’٬ ]\d{2,3})*[,.'’٬ ]\d{3})$/;

/** The event id that a text is, in any form that the console shows: `1,204`, `#ev-1204`; undefined where it is none. */
export function readEventId(raw: string): string | undefined {
  const digits = EVENT_ID.exec(plainText(raw))?.[1]
    ?.replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '');
  return digits !== undefined && digits.length <= 19 ? digits : undefined;
}
