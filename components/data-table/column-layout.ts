// Which columns stand where and how wide: read from the page's URL and written back. Invariant: a name that is no column (any more) is told, never kept;
// the first column names the row and always stands, and stands first. In `columns` a name is hidden; with a `!` before it, it stands however narrow the window is.

export interface ColumnLayout {
  hidden: readonly string[];
  /** Columns that were asked for where the window has no room for them. */
  always: readonly string[];
  /** All columns in the order they are drawn. */
  order: readonly string[];
  /** Pixels by column; the others are as wide as they need. */
  widths: Readonly<Record<string, number>>;
  /** Names of the URL that no column has. */
  gone: readonly string[];
}

/** The layout's three keys of a URL; undefined takes one away. */
export type LayoutKeys = Readonly<Record<'columns' | 'order' | 'widths', string | undefined>>;

export const NARROWEST = 56;
const WIDEST = 900;
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
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

/** The layout that a URL asks for, of the columns that there are. */
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
  const asked = order.filter((name) => others.includes(name));
  return {
    hidden: hidden.filter((name) => others.includes(name)),
    always: always.filter((name) => others.includes(name)),
    order: [
      ...(first === undefined ? [] : [first]),
      ...asked,
      ...others.filter((name) => !asked.includes(name)),
    ],
    widths: Object.fromEntries(widths.filter(([name]) => known(name))),
    gone: [...new Set([...hidden, ...always, ...order, ...widths.map(([name]) => name)])].filter(
      (name) => !known(name),
    ),
  };
}

/** The URL's keys for a layout; what is as the table has it by itself is not in them. */
export function layoutKeys(layout: Omit<ColumnLayout, 'gone'>, all: readonly string[]): LayoutKeys {
  const widths = Object.entries(layout.widths).map(([name, width]) => `${name}:${width}`);
  const chosen = [...layout.hidden, ...layout.always.map((name) => `${ALWAYS}${name}`)];
  const asItIs = layout.order.join() === all.join();
  return {
    columns: chosen.length === 0 ? undefined : chosen.join(','),
    order: asItIs ? undefined : layout.order.slice(1).join(','),
    widths: widths.length === 0 ? undefined : widths.join(','),
  };
}

/** The order after a column has gone one place to the left (-1) or right (1), past the columns that are hidden. */
export function moved(layout: ColumnLayout, name: string, by: -1 | 1): readonly string[] {
  const shown = layout.order.filter((one) => !layout.hidden.includes(one));
  const other = shown[shown.indexOf(name) + by];
  // The first column stays where it is.
  if (other === undefined || other === layout.order[0] || name === layout.order[0]) return layout.order;
  const without = layout.order.filter((one) => one !== name);
  const place = without.indexOf(other) + (by === 1 ? 1 : 0);
  return [...without.slice(0, place), name, ...without.slice(place)];
}
