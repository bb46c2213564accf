// Events as files: NDJSON and CSV, each beginning with a manifest that says what they are. Pure.
// Invariant: integers are exact; unknown is empty (CSV) or null (NDJSON) and the manifest says so, zero and the empty text are neither;
// no cell of the CSV can be taken for a formula by a spreadsheet.
import type { EventFrame } from '@/lib/contract/events';
import { familyOf } from '@/lib/contract/event-kinds/catalogue';
import { stringifyJson } from '@/lib/json/exact';
import { eventSentence } from './event-sentences/event-sentence';
import { plainText } from './event-sentences/plain-text';

export type ExportForm = 'ndjson' | 'csv';

export interface ExportedEvent extends EventFrame {
  /** Undefined: not told yet; null: the log does not know it. */
  onchain_at?: string | null;
  received_at?: number;
  /** Of a log that has been reset since. */
  former?: true;
}

export interface ExportFacts {
  /** What was asked: the page's filters. */
  filters: Readonly<Record<string, string | undefined>>;
  /** Where the rows are from, in words. */
  rows_from: string;
  index: { host: string; release: string | null; network: string | null; log_id: string | null };
  /** Milliseconds since 1970. */
  made_at: number;
  /** False when there are more rows than were written. */
  complete: boolean;
}

const COLUMNS = [
  'id',
  'log',
  'kind',
  'family',
  'onchain_at',
  'received_at',
  'tx_digest',
  'sender_address',
  'what_happened',
  'payload',
] as const;

const NOTES = {
  onchain_at: 'checkpoint time; empty or null: unknown, the log does not know it or has not told it yet',
  received_at: 'when this browser received it, by its own clock; empty or null: read from the history',
  log: '"current", or "previous": of a log that has been reset since, its id names another event now',
  payload: 'decoded JSON, integers exact',
  cells: "a text that begins with = + - @, a tab or a line break has a ' before it",
};

function cellsOf(event: ExportedEvent): Record<(typeof COLUMNS)[number], string | bigint | null> {
  return {
    id: event.id,
    log: event.former === true ? 'previous' : 'current',
    kind: event.kind,
    family: familyOf(event.kind) ?? null,
    onchain_at: event.onchain_at ?? null,
    received_at: event.received_at === undefined ? null : new Date(event.received_at).toISOString(),
    tx_digest: event.tx_digest,
    sender_address: event.sender_address,
    what_happened: plainText(eventSentence(event.kind, event.payload)),
    payload: null,
  };
}

/** What spreadsheets take for the beginning of a formula, also after white space that they trim. */
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** One cell: no formula, quoted where it has to be. */
export function csvCell(value: string | bigint | null): string {
  if (value === null) return '';
  const text = String(value);
  const plain = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function csvLine(event: ExportedEvent): string {
  const cells = { ...cellsOf(event), payload: stringifyJson(event.payload) };
  return COLUMNS.map((column) => csvCell(cells[column])).join(',');
}

function manifest(facts: ExportFacts, count: number): object {
  return {
    what: 'events of the chain index',
    filters: Object.fromEntries(Object.entries(facts.filters).filter(([, value]) => value !== undefined)),
    rows_from: facts.rows_from,
    index: facts.index,
    made_at: new Date(facts.made_at).toISOString(),
    count,
    complete: facts.complete,
    columns: NOTES,
  };
}

/**
 * The file, line by line with their ends: tens of thousands of rows take a while, and whoever writes them may rest in between. The manifest is the first
 * line: of the NDJSON an object with the one key `manifest`, of the CSV a cell beginning with #.
 */
export function* exportLines(
  form: ExportForm,
  events: readonly ExportedEvent[],
  facts: ExportFacts,
): Generator<string, void> {
  const head = stringifyJson(manifest(facts, events.length));
  if (form === 'ndjson') {
    yield `{"manifest":${head}}\n`;
    for (const event of events) yield `${stringifyJson({ ...cellsOf(event), payload: event.payload })}\n`;
    return;
  }
  yield `${csvCell(`# ${head}`)}\r\n${COLUMNS.join(',')}\r\n`;
  for (const event of events) yield `${csvLine(event)}\r\n`;
}

/** `events-2026-11-21T12-03-11.csv` */
export function exportName(form: ExportForm, made_at: number): string {
  return `events-${new Date(made_at).toISOString().slice(0, 19).replaceAll(':', '-')}.${form}`;
}
