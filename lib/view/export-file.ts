// Rows as NDJSON or CSV, starting with a manifest. Invariant: values are exact; unknown is null (NDJSON) or an empty
// field (CSV, where an empty text is `""`); no CSV field can be read as a formula.
import type { IndexState } from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';

export type ExportForm = 'ndjson' | 'csv';

/** The manifest of every file. */
export interface ExportFacts {
  /** What a row is, in the plural: "stake events". It names the file too. */
  what: string;
  /** Path and query, without the key; null when no single request returns these rows. */
  request: string | null;
  /** How the rows were collected, in words: "every page of the listing", "selected by hand". */
  rows_from: string;
  /** Null where the rows are of a saved file, which may be of any index. */
  index: Pick<IndexState, 'host' | 'release' | 'network' | 'log_id'> | null;
  /** Milliseconds since 1970. */
  made_at: number;
  /** Rows that matched at the index; null when unknown. */
  total_items: number | null;
  /** False when the file has only part of what matched. */
  complete: boolean;
  /** What else one should know. */
  note?: string;
  /** Fields that need a word, by name. */
  columns?: Readonly<Record<string, string>>;
}

export const exportTypes: Readonly<Record<ExportForm, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};

/** What spreadsheets read as a formula, also after white space that they trim. */
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/**
 * The same inside a text: a spreadsheet of another locale splits fields at other delimiters. It looks back from the sign, because searching
 * forward takes quadratic time in a text of line breaks.
 */
const INNER_FORMULA = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=([,;|\t\r\n])[\s\u0000-\u0020]*)/g;

const CSV_NOTE =
  'text that a spreadsheet could run has an apostrophe before = + - @ at its start and after , ; | tab and line break; an empty field is unknown, "" an empty text';

/** One CSV field: never a formula, quoted where needed; objects and lists are JSON. */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === '') return '""';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  const isText = typeof value === 'string';
  const text = isText ? value : stringifyJson(value);
  // A comma in JSON separates values: its negative numbers stay exact.
  const safe = text.replace(INNER_FORMULA, (_, delimiter: string) =>
    delimiter === ',' && !isText ? '' : `'`,
  );
  const field = FORMULA.test(safe) ? `'${safe}` : safe;
  return /[",;|\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function manifest(all: ExportFacts, form: ExportForm, count: number): object {
  const { total_items, complete, note, columns, ...facts } = all;
  return {
    ...facts,
    made_at: new Date(facts.made_at).toISOString(),
    count,
    total_items,
    complete,
    ...(note === undefined ? {} : { note }),
    ...(columns === undefined ? {} : { columns }),
    ...(form === 'csv' ? { form: CSV_NOTE } : {}),
  };
}

/** The fields of all rows, in the order in which they are first met. */
function fieldsOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** CSV field order (default: all fields met) and how an item becomes a row (default: unchanged). */
interface RowShape<Item> {
  fields?: readonly string[];
  rowOf?: (item: Item) => object;
  /** Units by field, for the CSV header. */
  units?: Readonly<Record<string, string>>;
}

/** The file line by line, so that the caller can pause. The manifest is the first line: an object in NDJSON, a `#` field in CSV. */
export function* exportLines<Item extends object>(
  form: ExportForm,
  items: readonly Item[],
  facts: ExportFacts,
  { fields, rowOf = (item) => item, units = {} }: RowShape<Item> = {},
): Generator<string, void> {
  const head = manifest(facts, form, items.length);
  if (form === 'ndjson') {
    yield `${stringifyJson({ manifest: head })}\n`;
    for (const item of items) yield `${stringifyJson(rowOf(item))}\n`;
    return;
  }
  const names = fields ?? fieldsOf(items.map(rowOf));
  const heads = names.map((name) => {
    const unit = units[name];
    return csvField(unit === undefined ? name : `${name} (${unit})`);
  });
  yield `${csvField(`# ${stringifyJson(head)}`)}\r\n${heads.join(',')}\r\n`;
  for (const item of items) {
    const row = rowOf(item) as Record<string, unknown>;
    yield `${names.map((name) => csvField(row[name])).join(',')}\r\n`;
  }
}

/** `stake-events-testnet-2026-11-21T12-03-11.csv`, in characters every file system accepts. */
export function exportName({ what, index, made_at }: ExportFacts, form: ExportForm): string {
  const words = [what, index === null ? 'file' : (index.network ?? index.host)].map((part) =>
    part
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );
  const when = new Date(made_at).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${[...words, when].join('-')}.${form}`;
}
