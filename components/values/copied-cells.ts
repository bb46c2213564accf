// What a selection is on the clipboard: table cells as a table with whole ids, times and plain numbers, for a spreadsheet; a shortened value
// within a cell or paragraph whole.
import { originalText } from '@/components/jsx/shown-props';
import { pastedText } from '@/lib/view/export-file';

/** Not part of a value: controls, drawings, and what is only for screen readers. */
const LEFT_OUT = 'button, input, svg, .sr-only';

/** A shortened value, or the name of a character. */
const SHORTENED = '[data-copy], .character-name, [data-hidden]';
/** A text that is cut shorter than it was recorded. */
const CUT = '[data-cut]';

const GROUPED = /^[−-]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** A number as a spreadsheet reads it. */
function plainNumber(text: string): string {
  return GROUPED.test(text) || /^−[\d.]+$/.test(text) ? text.replaceAll(',', '').replace('−', '-') : text;
}

function exactText(element: Element): string | null {
  return (
    element.getAttribute('data-copy') ??
    element.getAttribute('data-same-id') ??
    (element instanceof HTMLTimeElement ? element.dateTime : null)
  );
}

/** The text of a part of a page on one line, with the exact text of the elements that `values` selects. */
function exactLine(copy: DocumentFragment, values: string, { units }: { units: boolean }): string {
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  // Boxes beside each other have a gap and no space.
  for (const box of copy.querySelectorAll('.flex > *, .inline-flex > *')) box.before(' ');
  for (const element of copy.querySelectorAll(values)) {
    const text = exactText(element);
    if (text !== null)
      element.replaceChildren(` ${text} `, ...(units ? element.querySelectorAll('[data-unit]') : []));
  }
  return originalText(copy).replaceAll(/\s+/g, ' ').trim();
}

function cellText(cell: Element): string {
  const copy = document.createDocumentFragment();
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  return plainNumber(exactLine(copy, '[data-copy], [data-same-id], time', { units: false }));
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);

/** Whether the selection has all of the text of an element, or of its first part: an amount without its unit. */
function hasWhole(range: Range, { firstChild, textContent }: Element): boolean {
  const selected = range.toString().trim();
  return selected === textContent.trim() || selected === firstChild?.textContent?.trim();
}

/** A selection within one cell, fact or paragraph, with whole values in place of shortened ones; null where the browser copies as much. */
export function selectedText(selection: Selection): string | null {
  if (selection.isCollapsed || selection.rangeCount !== 1) return null;
  const range = selection.getRangeAt(0);
  const root = elementOf(range.commonAncestorContainer);
  if (root === null || root.closest('td, th, dd, p, li') === null) return null;
  const value = root.closest('[data-copy]');
  if (value !== null) return hasWhole(range, value) ? value.getAttribute('data-copy') : null;
  const part = range.cloneContents();
  return part.querySelector(SHORTENED) === null
    ? null
    : exactLine(part, '[data-copy], [data-same-id]:not(:has(.id-name))', {
        // A column names the unit in its head.
        units: root.closest('td, th') === null,
      });
}

/** Whether the selection has a text that is shorter than it was recorded. */
export function isCut(selection: Selection): boolean {
  if (selection.rangeCount === 0) return false;
  const range = selection.getRangeAt(0);
  const within = elementOf(range.commonAncestorContainer)?.closest(CUT) ?? null;
  return within === null ? range.cloneContents().querySelector(CUT) !== null : hasWhole(range, within);
}

/** The table that holds the whole selection, or is all that it holds. */
function selectedTable(range: Range): HTMLTableElement | null {
  const { commonAncestorContainer: root } = range;
  const element = elementOf(root);
  const around = element?.closest('table');
  if (around !== null && around !== undefined) return around;
  const outside = range.cloneContents();
  for (const table of outside.querySelectorAll('table')) table.remove();
  const inside = [...(element?.querySelectorAll('table') ?? [])].filter((table) =>
    range.intersectsNode(table),
  );
  return outside.textContent.trim() === '' ? (inside[0] ?? null) : null;
}

/** Whether text of the node is selected: a selection may end before the first letter of the next row. */
function hasText(range: Range, node: Element): boolean {
  if (!range.intersectsNode(node)) return false;
  const part = document.createRange();
  part.selectNodeContents(node);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.toString().trim() !== '';
}

/** The selected cells by row; null when at most one is selected, which the browser copies well. */
export function selectedCells(selection: Selection): string[][] | null {
  if (selection.isCollapsed) return null;
  // Firefox has a range for each cell.
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const isSelected = (node: Element) => ranges.some((range) => hasText(range, node));
  const [first] = ranges;
  const table = first === undefined ? null : selectedTable(first);
  if (table === null) return null;
  const rows = [...table.rows]
    .filter((row) => isSelected(row))
    .map((row) => [...row.cells].map((cell) => (isSelected(cell) ? cellText(cell) : '')));
  if (rows.flat().filter((text) => text !== '').length < 2) return null;
  const width = Math.max(...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, index) => index).filter((index) =>
    rows.some((row) => (row[index] ?? '') !== ''),
  );
  return rows
    .map((row) => used.map((index) => row[index] ?? ''))
    .filter((row) => row.some((text) => text !== ''));
}

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function asTabText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(pastedText).join('\t')).join('\n');
}

export function asHtmlTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<td>${escaped(pastedText(text))}</td>`).join('');
  return `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
}
