// Parses PostgreSQL's text output, the same for both engines.
// Invariant: 64-bit integers become bigint, times RFC 3339 in UTC with milliseconds.

const PLAIN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/** `2026-11-01 00:00:00.5+00` as `2026-11-01T00:00:00.500Z`. */
export function parseTime(text: string): string {
  const found = PLAIN.exec(text);
  if (found === null) return new Date(text).toISOString();
  const [, day = '', clock = '', fraction = ''] = found;
  return `${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** bigint and whole numeric as bigint; a numeric with a fraction (an average) as number. */
export function parseWhole(text: string): bigint | number {
  return text.includes('.') ? Number(text) : BigInt(text);
}

/** Type numbers of PostgreSQL's catalogue. */
export const TYPE = { int8: 20, text: 25, numeric: 1700, timestamptz: 1184, json: 114, jsonb: 3802 } as const;
