// Exact JSON for index, relay and browser: 64-bit integers survive from event to screen.
// Invariant: parseJson(stringifyJson(x)) is x; an integer that a double cannot hold is a bigint.
import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json';

/** A u256 has 78 digits. Parsing a million takes a quarter of a second. */
const MOST_DIGITS = 1_000;

function exactNumber(text: string): number | bigint {
  if (text.length > MOST_DIGITS) throw new SyntaxError(`a number of ${text.length} characters`);
  if (isInteger(text) && !isSafeNumber(text)) return BigInt(text);
  return Number(text);
}

/** A number of so many digits that a double may lose some. Ids of as many digits are strings, which begin with a quote. */
const LONG_NUMBER = /(?:^|[\s:,[])-?\d{16}/;
const exact = { parseNumber: exactNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue };

/** Parses JSON text. Throws SyntaxError for invalid JSON, overly long numbers, and nesting that overflows the stack. */
export function parseJson(text: string): unknown {
  // The platform's parser is ten times faster, and exact if no number is long.
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
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

/** Writes JSON text. `undefined` members are omitted, bigint is written as an integer. `space` indents as JSON.stringify does. */
export function stringifyJson(value: unknown, space?: number): string {
  if (typeof value === 'bigint') return String(value);
  try {
    // The platform's writer is several times faster; it throws on bigint, which few values contain.
    return JSON.stringify(value, undefined, space) ?? 'null';
  } catch {
    return stringify(value, undefined, space) ?? 'null';
  }
}
