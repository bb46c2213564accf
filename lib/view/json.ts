// JSON for reading: exact integers, and the part of a long text that is shown at first.
import { isNestedDeeper, stringifyJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';

/** Longer texts are shown in parts. */
export const SHOWN_CHARACTERS = 20_000;

/** The indents of what is nested more deeply would be longer than the value, by far. */
const INDENTED_DEPTH = 60;

/** Text of a value, 64-bit integers exact; indented unless it is nested too deeply for that. */
export function prettyJson(value: unknown): string {
  try {
    const text = stringifyJson(value);
    return isNestedDeeper(text, INDENTED_DEPTH) ? text : stringifyJson(value, 2);
  } catch (error) {
    // No value that was read from JSON has anything else that cannot be written again.
    if (error instanceof RangeError) return 'nested too deeply to be written out';
    throw error;
  }
}

/** `end`, or one less where it would split a character of two code units. */
function betweenCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** The start of a text, cut at a line end unless that would lose more than half. */
export function beginningOf(text: string, limit = SHOWN_CHARACTERS): { text: string; whole: boolean } {
  if (text.length <= limit) return { text, whole: true };
  const end = text.lastIndexOf('\n', limit);
  return { text: text.slice(0, end > limit / 2 ? end : betweenCharacters(text, limit)), whole: false };
}

/** A text in parts of at most `size` characters, after a line end where there is one. Together they are the text. */
export function blocksOf(text: string, size: number): string[] {
  const blocks: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    // Only this part is searched: a text of megabytes without line ends would be searched from its start for every part.
    const lineEnd = start + text.slice(start, start + size).lastIndexOf('\n') + 1;
    end = lineEnd > start + size / 2 ? lineEnd : betweenCharacters(text, start + size);
    blocks.push(text.slice(start, end));
  }
  return blocks;
}

/** `312 B`, `20 kB`, `1.4 MB`: the size of a text in UTF-8. */
export function sizeOf(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export interface JsonChange {
  /** `payment_policy.max_budget`, `fixed_tools[2]`; empty for the value as a whole. */
  path: string;
  /** Undefined: there was nothing. */
  before: unknown;
  /** Undefined: there is nothing any more. */
  after: unknown;
}

/** An inherited name, such as `constructor`, isn't a field. */
const fieldOf = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The path of a field. A key that isn't a plain word is quoted: `limits["a.b"]`. */
function fieldPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The changes that lead from `before` to `after`, in the order of their fields. */
export function jsonDiff(before: unknown, after: unknown, path = ''): JsonChange[] {
  if (isJsonObject(before) && isJsonObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      jsonDiff(fieldOf(before, key), fieldOf(after, key), fieldPath(path, key)),
    );
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).flatMap(
      (index) => jsonDiff(before[index], after[index], `${path}[${index}]`),
    );
  if (before === undefined && after === undefined) return [];
  const same = before !== undefined && after !== undefined && stringifyJson(before) === stringifyJson(after);
  return same ? [] : [{ path, before, after }];
}
