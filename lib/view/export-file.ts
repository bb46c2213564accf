// Rows as NDJSON or CSV. The manifest is the first line of NDJSON; a CSV begins with its headings, and the manifest is a file
// beside it. Invariant: values are exact; unknown is null (NDJSON) or an empty field (CSV, where an empty text is `""`); a
// spreadsheet reads no CSV field as a formula, loses no digit, and takes no text for another value.
import type { IndexState } from '@/lib/contract/session';
import { isJsonNumber, stringifyJson } from '@/lib/json/exact';

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

/** What a number in a cell may have around and between its digits. */
const AROUND = /[\s\u0000-\u0020,'’\p{Sc}%]/gu;
/** Read as a negative number. */
const ACCOUNTED = /^\(\.?\d[\d.e+-]*\)$|^\.?\d[\d.]*[−-]$/i;
const MONTH =
  '(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)';
const DATE = String.raw`(\d+ )?\d{1,4}[-/]\d{1,4}([-/]\d{1,4})?|(\d{1,4}[-/., ]{0,2})?${MONTH}[-/., ]{0,2}\d{1,4}([-/., ]{1,2}\d{1,4})?|\d{1,4}[-/., ]{0,2}${MONTH}`;
const TIME = String.raw`\d+(:\d+){1,2}([.,]\d+)?( ?[ap]m?)?|\d{1,2}( [ap]| ?[ap]m)`;
/** A fraction is read as a date; a whole date or time, such as `2026-11-21` or `13:00`, keeps its meaning. */
const DATE_OR_TIME = new RegExp(
  String.raw`^(?!\d{4}-\d\d-\d\d$|([01]\d|2[0-3])(:[0-5]\d){1,2}$)((${DATE})( (${TIME}))?|${TIME})$`,
  'i',
);

/** What spreadsheets change: numbers of 16 digits and more, exponents, leading zeros, and text that they take for a number or date. */
function isReinterpreted(written: string): boolean {
  const text = written.normalize('NFKC');
  const bare = text.replaceAll(AROUND, '');
  if (/^[+−-]?[\d.]+(e[+-]?\d+)?$/i.test(bare))
    return (bare.match(/\d/g) ?? []).length > 15 || /e/i.test(bare) || /^\D?0\d/.test(bare);
  return ACCOUNTED.test(bare) || DATE_OR_TIME.test(text.trim());
}

/** Spreadsheets read a file without it in the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

const CSV_NOTE =
  'a number that a spreadsheet would round, and text that it would take for a number or date, have an apostrophe before them; text that a spreadsheet could run has an apostrophe before = + - @ at its start and after , ; | tab and line break; an empty field is unknown, "" an empty text';

/** Text as a spreadsheet keeps it: never a formula, and nothing that it would change. */
function spreadsheetText(text: string): string {
  const safe = text.replace(INNER_FORMULA, `'`);
  return FORMULA.test(safe) || isReinterpreted(safe) ? `'${safe}` : safe;
}

const NEGATIVE = /^-\d+(\.\d+)?$/;

/** The same for a cell to paste, where numbers are text already: a negative one remains a number. */
export function pastedText(text: string): string {
  return NEGATIVE.test(text) && !isReinterpreted(text) ? text : spreadsheetText(text);
}

const quoted = (text: string) => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** An object or list. A comma in JSON separates values: its negative numbers stay exact. */
function spreadsheetJson(value: object): string {
  return stringifyJson(value).replace(INNER_FORMULA, (_, delimiter: string) =>
    delimiter === ',' ? '' : `'`,
  );
}

/** One CSV field: quoted where needed; objects and lists are JSON. */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === '') return '""';
  if (isJsonNumber(value) || typeof value === 'boolean') {
    const numberText = String(value);
    return isReinterpreted(numberText) ? `'${numberText}` : numberText;
  }
  if (typeof value === 'string') return quoted(spreadsheetText(value));
  return quoted(spreadsheetJson(value));
}

/** Describes the file: the first line of NDJSON, a separate file for CSV. */
export function manifest(all: ExportFacts, form: ExportForm, count: number): object {
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

function headsOf(names: readonly string[], units: Readonly<Record<string, string>>): string[] {
  return names.map((name) => (Object.hasOwn(units, name) ? `${name} (${units[name]})` : name));
}

/** Rows for the clipboard, as a spreadsheet takes them: headings, then a line for each row, with tabs between cells. */
export function tabText(rows: readonly object[], units: Readonly<Record<string, string>>): string {
  const names = fieldsOf(rows);
  const cell = (row: Record<string, unknown>, name: string) => {
    const value = Object.hasOwn(row, name) ? (row[name] ?? '') : '';
    if (typeof value === 'object' && !isJsonNumber(value)) return spreadsheetJson(value);
    const text = typeof value === 'string' ? value : stringifyJson(value);
    return pastedText(text.replaceAll(/[\t\r\n]+/g, ' '));
  };
  const lines = rows.map((row) => names.map((name) => cell(row as Record<string, unknown>, name)));
  return [headsOf(names, units), ...lines].map((cells) => cells.join('\t')).join('\n');
}

/** The file line by line, so that the caller can pause. */
export function* exportLines<Item extends object>(
  form: ExportForm,
  items: readonly Item[],
  facts: ExportFacts,
  { fields, rowOf = (item) => item, units = {} }: RowShape<Item> = {},
): Generator<string, void> {
  if (form === 'ndjson') {
    yield `${stringifyJson({ manifest: manifest(facts, form, items.length) })}\n`;
    for (const item of items) yield `${stringifyJson(rowOf(item))}\n`;
    return;
  }
  const names = fields ?? fieldsOf(items.map(rowOf));
  yield `${BYTE_ORDER_MARK}${headsOf(names, units).map(csvField).join(',')}\r\n`;
  for (const item of items) {
    const row = rowOf(item) as Record<string, unknown>;
    yield `${names.map((name) => csvField(Object.hasOwn(row, name) ? row[name] : undefined)).join(',')}\r\n`;
  }
}

/** `stake-events-testnet-2026-11-21T12-03-11.csv`, in characters every file system accepts. A CSV says here that rows are missing. */
export function exportName({ what, index, made_at, complete }: ExportFacts, form: ExportForm): string {
  const words = [what, index === null ? 'file' : (index.network ?? index.host)].map((part) =>
    part
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );
  const when = new Date(made_at).toISOString().slice(0, 19).replaceAll(':', '-');
  const part = form === 'csv' && !complete ? ['partial'] : [];
  return `${[...words, when, ...part].join('-')}.${form}`;
}
