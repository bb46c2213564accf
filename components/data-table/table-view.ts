// What the table draws, as data: the shape lib/client/use-listing.ts yields, said here because the table knows no client.
import type { Failure } from '@/lib/client/failure';
import { counted } from '@/lib/view/counted';

export interface TableView<Row> {
  rows: readonly Row[];
  total: number | null;
  place: { size: number; offset: number };
  next_token: number | null;
  loading: boolean;
  /** Being read again; the retry button says so. */
  fetching?: boolean;
  changing: boolean;
  failure: Failure | null;
  trying: Failure | null;
  /** When the rows were answered, in ms since 1970; 0 before that. */
  answered_at: number;
  newer: number;
  left: ReadonlySet<string>;
  filters: Readonly<Record<string, string>>;
  scope: string | null;
  showNewer: () => void;
  retry: () => void;
}

export interface Noun {
  /** `leader` */
  one: string;
  /** `leaders` */
  many: string;
}

/** Which of the states is drawn. Old rows outlive a failure: they are drawn with it. */
export function stateOf(
  view: Pick<TableView<unknown>, 'rows' | 'loading' | 'failure' | 'filters' | 'place'>,
) {
  if (view.rows.length > 0) return 'rows';
  if (view.failure !== null) return 'failed';
  if (view.loading) return 'loading';
  if (Object.keys(view.filters).length > 0) return 'filtered-out';
  return view.place.offset > 0 ? 'beyond-the-end' : 'empty';
}

const grouped = new Intl.NumberFormat('en-GB');

/** `1 to 20 of 128`; `0 of 0` never: an empty listing says so in words. */
export function rangeText(view: Pick<TableView<unknown>, 'rows' | 'total' | 'place'>, noun: Noun): string {
  const { rows, total, place } = view;
  if (total === null) return '';
  if (total === 0) return `no ${noun.many}`;
  const all = grouped.format(total);
  if (rows.length === 0) return counted(total, noun.one, noun.many);
  return `${grouped.format(place.offset + 1)} to ${grouped.format(place.offset + rows.length)} of ${all}`;
}
