// What a list's table can do beyond showing rows. The page keeps this state in its URL (selection apart).
import type { ColumnLayout } from './column-layout';
import type { Sort } from './sort-rows';

export interface TableTools<Row> {
  layout: ColumnLayout;
  onLayout: (layout: Omit<ColumnLayout, 'unknown'>) => void;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** Ids of the selected rows. */
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  /** Id of the row in the preview panel. */
  peek: string | null;
  onPeek: (id: string | null) => void;
  /** The filter for rows with the same value; null where the index has none. */
  filterOf: (column: string, row: Row) => Readonly<Record<string, string>> | null;
  onFilter: (change: Readonly<Record<string, string>>) => void;
}
