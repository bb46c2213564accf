// What our columns say besides TanStack's own: how a cell is aligned, how wide its skeleton is, and the name it carries on a card.
import type { RowData } from '@tanstack/react-table';

declare module '@tanstack/react-table' {
  // The parameters must be named as the library names them for the declarations to merge.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- TValue is the library's
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Right-aligned, tabular figures. */
    numeric?: boolean;
    /** The name on a card and in the columns menu; where the header is not plain text. */
    label?: string;
    /** Takes the room that is left, and is cut short. */
    wide?: boolean;
    /** A column of moments: as wide as a date, so that nothing moves when `2 m ago` takes its place. */
    moment?: boolean;
    /** Class of a least width, for columns whose cells change while one reads. */
    width?: string;
    /** Class of the skeleton's bar, e.g. `w-24`. */
    bar?: string;
    /** Left out of rows where the window is too narrow for all: below 1200, 1400 or 1680 px, so that a table fits beside the rail. Cards have room for all. */
    below?: 'lg' | 'xl' | '2xl';
    /** The filter that leaves the rows with this cell's value, where the parameter is not called as the column; null where there is none. */
    filter?: (row: TData) => Readonly<Record<string, string>> | null;
  }
}

type Below = 'lg' | 'xl' | '2xl';

/** Whole words, so that the stylesheet is built with them: the widths stand here and nowhere else. */
const BELOW = {
  lg: 'sm:max-[1200px]:hidden',
  xl: 'sm:max-[1400px]:hidden',
  '2xl': 'sm:max-[1680px]:hidden',
} as const satisfies Record<Below, `sm:max-[${number}px]:hidden`>;

/** True of windows in which the class leaves a column out. */
export function leftOutQuery(below: Below): string {
  const [width = ''] = /\d+px/.exec(BELOW[below]) ?? [];
  return `(width >= 640px) and (width < ${width})`;
}

/** The class that leaves a column out on narrow windows. */
export function belowClass(below: Below | undefined): string {
  return below === undefined ? '' : BELOW[below];
}
