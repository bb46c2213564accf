// Rows as a file: NDJSON whose first line is the manifest, or CSV with one line of field names. Invariant: values are the wire's own, whole and exact;
// unknown is null in NDJSON and an empty field in CSV, where an empty text is `""`; no CSV field can start a formula in a spreadsheet.
import { stringifyJson } from '@/lib/json/exact';
import { csvCell, type ExportForm } from './event-export';

export interface ExportManifest {
  /** What was asked: path and query of the request, without the key. */
  request: string;
  /** RFC 3339, when the file was made. */
  exported_at: string;
  /** Rows in the file. */
  rows: number;
  /** Rows that matched at the index; null when it did not say. */
  total_items: number | null;
  /** False when the file holds a part of what matched. */
  complete: boolean;
  /** What else one should know: that rows were selected by hand, in which clock a window is meant. */
  note?: string;
}

export function ndjsonOf(manifest: ExportManifest, rows: readonly object[]): string {
  return [{ manifest }, ...rows].map((line) => `${stringifyJson(line)}\n`).join('');
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === '') return '""';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return csvCell(typeof value === 'string' ? value : stringifyJson(value));
}

/** The fields of all rows, in the order in which they are first met. */
function fieldsOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** RFC 4180 lines. `fields`: which and in what order; every field that a row has where left out. */
export function csvOf(rows: readonly object[], fields: readonly string[] = fieldsOf(rows)): string {
  const lines = rows.map((row) =>
    fields.map((field) => csvField((row as Record<string, unknown>)[field])).join(','),
  );
  return [fields.map(csvField).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

/** The name of the file: what it holds, and when it was made, in characters that every system takes. */
export function exportName(what: string, manifest: ExportManifest, format: ExportForm): string {
  const words = what.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${words}-${manifest.exported_at.replace(/[:.]/g, '')}.${format}`;
}

export function exportText(format: ExportForm, manifest: ExportManifest, rows: readonly object[]): string {
  return format === 'csv' ? csvOf(rows) : ndjsonOf(manifest, rows);
}
