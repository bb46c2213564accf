// The order of rows, as far as the rows show it: the specification promises none but for events.

export type RowOrder = 'newest first' | 'oldest first';

/** What increases with time, the surest first. */
const CLOCKS = ['id', 'created_at', 'onchain_created_at', 'onchain_at', 'at'] as const;

function positionOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The order of one column: undefined where it shows none, null where it shows that there is none. */
function orderBy(rows: readonly object[], clock: string): RowOrder | null | undefined {
  const positions = rows.flatMap((row) => positionOf((row as Record<string, unknown>)[clock]) ?? []);
  const steps = positions.slice(1).map((position, at) => position - (positions[at] ?? position));
  const [falls, rises] = [steps.some((step) => step < 0), steps.some((step) => step > 0)];
  if (falls && rises) return null;
  if (falls) return 'newest first';
  return rises ? 'oldest first' : undefined;
}

/** Null where the rows are in no order of time, or do not show one. */
export function rowOrder(rows: readonly object[]): RowOrder | null {
  for (const clock of CLOCKS) {
    const order = orderBy(rows, clock);
    if (order !== undefined) return order;
  }
  return null;
}

/** What the first rows of a list are: `newest` in "the newest 20", where they show it. */
export function firstRows(rows: readonly object[]): 'newest' | 'oldest' | 'first' {
  const order = rowOrder(rows);
  if (order === null) return 'first';
  return order === 'newest first' ? 'newest' : 'oldest';
}

/** The first rows, and those that tie with the last of them. */
export function firstWithTies<Row>(
  rows: readonly Row[],
  most: number,
  figureOf: (row: Row) => number,
): Row[] {
  const last = rows[most - 1];
  const end = last === undefined ? 0 : rows.findLastIndex((row) => figureOf(row) === figureOf(last)) + 1;
  return rows.slice(0, Math.max(most, end));
}
