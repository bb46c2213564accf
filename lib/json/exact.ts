// Exact JSON for index, relay and browser: every number keeps the digits it was written with, from recorded line to screen.
// Invariant: stringifyJson(parseJson(text)) writes each number as `text` has it, and each key under its own name.
import { parse, stringify } from 'lossless-json';
import { ExactNumber } from './exact-number';

/** What a JSON number is parsed to. */
export type JsonNumber = number | bigint | ExactNumber;

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

/** Numbers that a double may not hold as they are written. Text inside a string may match too, which only costs time. */
const UNUSUAL_NUMBER = /(?:^|[[,:\s])(-0|-?\d{16,}|-?\d+[.eE][-+.\deE]*)(?=[\s,}\]]|$)/g;

function needsExactParser(text: string): boolean {
  for (const [, number = ''] of text.matchAll(UNUSUAL_NUMBER))
    if (typeof exactNumber(number) !== 'number') return true;
  return false;
}

const exact = { parseNumber: exactNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue };

/** Parses JSON text; of a key written twice the last value counts. Throws SyntaxError for invalid JSON and nesting that overflows the stack. */
export function parseJson(text: string): unknown {
  // The platform's parser is ten times faster.
  if (!needsExactParser(text)) return JSON.parse(text) as unknown;
  try {
    return parse(text, undefined, exact);
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

const QUOTE = 34;
const ESCAPE = 92;

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
