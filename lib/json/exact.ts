// Exact JSON for index, relay and browser: every number keeps the digits it was written with, from recorded line to screen.
// Invariant: stringifyJson(parseJson(text)) writes each number as `text` has it, and each key under its own name.
import { stringify } from 'lossless-json';
import { ExactNumber } from './exact-number';

/** What a JSON number is parsed to. */
export type JsonNumber = number | bigint | ExactNumber;

export const isJsonNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;

/** A u256 has 78 digits. A bigint of a million takes a quarter of a second to make. */
const MOST_BIGINT_DIGITS = 1_000;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

function exactNumber(text: string): JsonNumber {
  const value = text.length > MOST_BIGINT_DIGITS ? Number.NaN : Number(text);
  const isInteger = INTEGER.test(text) && text !== '-0';
  if (isInteger && text.length <= MOST_BIGINT_DIGITS)
    return Number.isSafeInteger(value) ? value : BigInt(text);
  return String(value) === text ? value : new ExactNumber(text);
}

const QUOTE = 34;
const ESCAPE = 92;
const COMMA = 44;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const isSpace = (sign: number) => sign === 32 || sign === 10 || sign === 13 || sign === 9;
/** A digit, or one of + - . E e. */
const isOfNumber = (sign: number) =>
  (sign >= 48 && sign <= 57) || sign === 46 || sign === 45 || sign === 43 || sign === 101 || sign === 69;

/** Where the string that starts at `start` ends: after its closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let first = end;
    while (text.charCodeAt(first - 1) === ESCAPE) first -= 1;
    if ((end - first) % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** Numbers that a double may not hold as they are written. */
const UNUSUAL_NUMBER = /^-0$|\d{16}|[.eE]/;

/** Whether valid JSON text has a number that the platform's parser alters. */
function needsExactReader(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === 45 || (sign >= 48 && sign <= 57)) {
      const end = endOfNumber(text, at);
      // A digit, most often.
      const number = end - at === 1 ? '' : text.slice(at, end);
      if (UNUSUAL_NUMBER.test(number) && typeof exactNumber(number) !== 'number') return true;
      at = end;
    } else at += 1;
  }
  return false;
}

/** The value of valid JSON text: linear, whatever the text holds. Throws RangeError for nesting that overflows the stack. */
function exactReader(text: string): unknown {
  let at = 0;

  /** The next sign that is not white space. */
  function next(): number {
    let sign = text.charCodeAt(at);
    while (isSpace(sign)) sign = text.charCodeAt((at += 1));
    return sign;
  }

  /** Whether another item follows; else passes the closing bracket. */
  function hasItem(close: number): boolean {
    let sign = next();
    if (sign === COMMA) {
      at += 1;
      sign = next();
    }
    if (sign === close) at += 1;
    return sign !== close;
  }

  function string(): string {
    const start = at;
    at = endOfString(text, at);
    const inside = text.slice(start + 1, at - 1);
    return inside.includes('\\') ? (JSON.parse(text.slice(start, at)) as string) : inside;
  }

  function object(): object {
    const members: Record<string, unknown> = {};
    at += 1;
    while (hasItem(125)) {
      const name = string();
      next();
      // The colon.
      at += 1;
      const member = value();
      if (name !== '__proto__') members[name] = member;
      else
        Object.defineProperty(members, name, {
          value: member,
          configurable: true,
          enumerable: true,
          writable: true,
        });
    }
    return members;
  }

  function list(): unknown[] {
    const values: unknown[] = [];
    at += 1;
    while (hasItem(93)) values.push(value());
    return values;
  }

  function value(): unknown {
    const sign = next();
    if (sign === QUOTE) return string();
    if (sign === 123) return object();
    if (sign === 91) return list();
    for (const [word, meaning] of WORDS)
      if (sign === word.charCodeAt(0)) {
        at += word.length;
        return meaning;
      }
    const start = at;
    at = endOfNumber(text, at);
    return exactNumber(text.slice(start, at));
  }

  return value();
}

/** Parses JSON text; of a key written twice the last value counts. Throws SyntaxError for invalid JSON and nesting that overflows the stack. */
export function parseJson(source: string): unknown {
  // A reader of JSON may ignore a byte order mark (RFC 8259).
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  // Refuses what is not JSON, so that the exact reader need not.
  const parsed = JSON.parse(text) as unknown;
  if (!needsExactReader(text)) return parsed;
  try {
    return exactReader(text);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('nested too deeply', { cause: error });
    throw error;
  }
}

/** The parsed text; undefined when it is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Far below the depth at which writing overflows the stack; the platform's parser reads a hundred times as deep. */
export const MOST_DEPTH = 500;

/** Whether JSON text is nested more deeply than `most`. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charCodeAt(place);
    if (quoted) {
      if (sign === ESCAPE) place += 1;
      else if (sign === QUOTE) quoted = false;
    } else if (sign === QUOTE) quoted = true;
    // [ and {, ] and }
    else if (sign === 91 || sign === 123) {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === 93 || sign === 125) depth -= 1;
  }
  return false;
}

/** Checking a value against a schema costs up to a hundred times what parsing it does, and an object most. */
export const MOST_VALUES = { all: 1_000_000, objects: 200_000 };

/** Whether JSON text has more values than one answer can have. */
export function hasTooManyValues(text: string, { all, objects } = MOST_VALUES): boolean {
  // Most answers are shorter than that.
  if (text.length <= Math.min(all, objects)) return false;
  let [commas, braces] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = endOfString(text, at);
      // A string without an end: not JSON.
      if (end === 0) return false;
      at = end - 1;
    } else if (sign === COMMA) commas += 1;
    else if (sign === 123) braces += 1;
    if (commas > all || braces > objects) return true;
  }
  return false;
}

/** `parseJson` for untrusted text: also throws SyntaxError for nesting beyond MOST_DEPTH. */
export function parseForeignJson(text: string): unknown {
  if (isNestedDeeper(text, MOST_DEPTH)) throw new SyntaxError('nested too deeply');
  return parseJson(text);
}

const numberWriters = [
  {
    test: (value: unknown) => value instanceof ExactNumber,
    stringify: (value: unknown) => String(value),
  },
];

/** Writes JSON text. `undefined` members are omitted, numbers are written as they were read. `space` indents as JSON.stringify does. */
export function stringifyJson(value: unknown, space?: number): string {
  if (typeof value === 'bigint') return String(value);
  try {
    // The platform's writer is several times faster; it throws on bigint and ExactNumber, which few values contain.
    return JSON.stringify(value, undefined, space) ?? 'null';
  } catch {
    return stringify(value, undefined, space, numberWriters) ?? 'null';
  }
}
