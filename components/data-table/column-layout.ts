// Visibility, order and width of columns, from and to the page's URL. In `columns=a,!b`, a is hidden and b is shown however narrow the window is.
// Invariant: the first column names the row, so it is always shown and first; unknown names are reported and dropped.

export interface ColumnLayout {
  hidden: readonly string[];
  /** Columns that are shown even in windows too narrow for them. */
  always: readonly string[];
  order: readonly string[];
  /** Pixels by column; the others size themselves. */
  widths: Readonly<Record<string, number>>;
  unknown: readonly string[];
}

/** The layout's keys in the URL; undefined removes one. */
export type LayoutKeys = Readonly<Record<'columns' | 'order' | 'widths', string | undefined>>;

export const MIN_WIDTH = 56;
const MAX_WIDTH = 900;
const ALWAYS = '!';

function names(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').filter((name) => name !== ''))];
}

function readWidths(text: string | null): [name: string, width: number][] {
  return names(text).flatMap((pair) => {
    const [, name, digits] = /^(.+):(\d{1,4})$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name, boundedWidth(Number(digits))] as [string, number]];
  });
}

export function boundedWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
}

/** The layout that a URL asks for. */
export function readLayout(search: URLSearchParams, all: readonly string[]): ColumnLayout {
  const [first, ...others] = all;
  const chosen = names(search.get('columns'));
  const hidden = chosen.filter((name) => !name.startsWith(ALWAYS));
  const always = chosen
    .filter((name) => name.startsWith(ALWAYS))
    .map((name) => name.slice(ALWAYS.length))
    .filter((name) => !hidden.includes(name));
  const order = names(search.get('order'));
  const widths = readWidths(search.get('widths'));
  const known = (name: string) => all.includes(name);
  const ordered = order.filter((name) => others.includes(name));
  return {
    hidden: hidden.filter((name) => others.includes(name)),
    always: always.filter((name) => others.includes(name)),
    order: [
      ...(first === undefined ? [] : [first]),
      ...ordered,
      ...others.filter((name) => !ordered.includes(name)),
    ],
    widths: Object.fromEntries(widths.filter(([name]) => known(name))),
    unknown: [...new Set([...hidden, ...always, ...order, ...widths.map(([name]) => name)])].filter(
      (name) => !known(name),
    ),
  };
}

/** The URL's keys for a layout, without defaults. */
export function layoutKeys(layout: Omit<ColumnLayout, 'unknown'>, all: readonly string[]): LayoutKeys {
  const widths = Object.entries(layout.widths).map(([name, width]) => `${name}:${width}`);
  const chosen = [...layout.hidden, ...layout.always.map((name) => `${ALWAYS}${name}`)];
  const isDefaultOrder = layout.order.join() === all.join();
  return {
    columns: chosen.length === 0 ? undefined : chosen.join(','),
    order: isDefaultOrder ? undefined : layout.order.slice(1).join(','),
    widths: widths.length === 0 ? undefined : widths.join(','),
  };
}

/** The order after a column moves one visible place left (-1) or right (1). */
export function moved(layout: ColumnLayout, name: string, by: -1 | 1): readonly string[] {
  const shown = layout.order.filter((one) => !layout.hidden.includes(one));
  const other = shown[shown.indexOf(name) + by];
  if (other === undefined || other === layout.order[0] || name === layout.order[0]) return layout.order;
  const without = layout.order.filter((one) => one !== name);
  const place = without.indexOf(other) + (by === 1 ? 1 : 0);
  return [...without.slice(0, place), name, ...without.slice(place)];
}
