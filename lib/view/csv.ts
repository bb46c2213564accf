// Rows as comma-separated text (RFC 4180), for spreadsheets. Invariant: a cell is never a formula: text from the chain that begins like one is given a leading
// apostrophe, which spreadsheets do not show; figures stay exact, since they are written as they came.

/** Null is an empty cell: nothing is known. */
export type CsvCell = string | number | bigint | boolean | null;

/** What spreadsheets take for the beginning of a formula, also after white space that they trim. */
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A head and its rows, each line ended by CR LF. */
export function csvText(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [head, ...rows].map((row) => row.map(written).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
