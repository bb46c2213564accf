// Visibility and order of columns, from and to the page's URL. In `columns=a,!b`, a is hidden and b is shown however narrow the window is.
// Invariant: the first column names the row, so it is always shown and first; unknown names are reported and dropped.

export interface ColumnLayout {
  hidden: readonly string[];
  /** Columns that are shown even in windows too narrow for them. */
  always: readonly string[];
  order: readonly string[];
  unknown: readonly string[];
}

/** The layout's keys in the URL; undefined removes one. */
export type LayoutKeys = Readonly<Record<'columns' | 'order', string | undefined>>;

const ALWAYS = '!';

function names(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').filter((name) => name !== ''))];
}

/** The layout that a URL asks for. */
export function readLayout(search: URLSearchParams, all: readonly string[]): ColumnLayout {
  const [first, ...others] = all;
  const columnNames = names(search.get('columns'));
  const hidden = columnNames.filter((name) => !name.startsWith(ALWAYS));
  const always = columnNames
    .filter((name) => name.startsWith(ALWAYS))
    .map((name) => name.slice(ALWAYS.length))
    .filter((name) => !hidden.includes(name));
  const order = names(search.get('order'));
  const ordered = order.filter((name) => others.includes(name));
  return {
    hidden: hidden.filter((name) => others.includes(name)),
    always: always.filter((name) => others.includes(name)),
    order: [
      ...(first === undefined ? [] : [first]),
      ...ordered,
      ...others.filter((name) => !ordered.includes(name)),
    ],
    unknown: [...new Set([...hidden, ...always, ...order])].filter((name) => !all.includes(name)),
  };
}

/** The URL's keys for a layout, without defaults. */
export function layoutKeys(layout: Omit<ColumnLayout, 'unknown'>, all: readonly string[]): LayoutKeys {
  const columnNames = [...layout.hidden, ...layout.always.map((name) => `${ALWAYS}${name}`)];
  const isDefaultOrder = layout.order.join() === all.join();
  return {
    columns: columnNames.length === 0 ? undefined : columnNames.join(','),
    order: isDefaultOrder ? undefined : layout.order.slice(1).join(','),
  };
}

/** The order after a column moves one visible place left (-1) or right (1). */
export function orderAfterMove(layout: ColumnLayout, name: string, by: -1 | 1): readonly string[] {
  const visibleColumns = layout.order.filter((column) => !layout.hidden.includes(column));
  const other = visibleColumns[visibleColumns.indexOf(name) + by];
  if (other === undefined || other === layout.order[0] || name === layout.order[0]) return layout.order;
  const without = layout.order.filter((column) => column !== name);
  const place = without.indexOf(other) + (by === 1 ? 1 : 0);
  return [...without.slice(0, place), name, ...without.slice(place)];
}
