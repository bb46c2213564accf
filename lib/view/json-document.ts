// A JSON object as text in pieces, so that a caller can pause while it writes thousands of rows.
import { stringifyJson } from '@/lib/json/exact';

/** Line ends of JSON text are never inside a string. */
const indented = (value: unknown, by: string) => stringifyJson(value, 2).replaceAll('\n', `\n${by}`);

/** Together they are the indented text of `document`; each row of an array is a separate piece. */
export function* jsonPieces(document: Readonly<Record<string, unknown>>): Iterable<string> {
  let separator = '{\n  ';
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    separator = ',\n  ';
    if (!Array.isArray(value) || value.length === 0) {
      yield indented(value, '  ');
      continue;
    }
    for (const [index, row] of value.entries())
      yield `${index === 0 ? '[' : ','}\n    ${indented(row, '    ')}`;
    yield '\n  ]';
  }
  yield separator.startsWith('{') ? '{}' : '\n}';
}
