// What a listing's table can do beyond showing rows. The page holds all of it in its URL; the table only says what was asked for.
import type { ColumnLayout } from './column-layout';
import type { Sort } from './sort-rows';

export interface TableTools<Row> {
  layout: ColumnLayout;
  onLayout: (layout: Omit<ColumnLayout, 'gone'>) => void;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** Ids of the rows that are selected. */
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  /** The row that is looked at beside the table. */
  peek: string | null;
  onPeek: (id: string | null) => void;
  /** The filter that leaves the rows with the same value; null where the index has none. */
  filterOf: (column: string, row: Row) => Readonly<Record<string, string>> | null;
  onFilter: (change: Readonly<Record<string, string>>) => void;
}
