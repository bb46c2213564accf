// What pages may say about the foreign index, as claims: a filter and its truth are written once.
import { shownIn, type Claim, type PageCase, type Shown } from '@/e2e/foreign-index/judge';
import type { PageView } from '@/e2e/foreign-index/page-view';
import type { Truth } from '@/e2e/foreign-index/truth';

export type Filters = Readonly<Record<string, string>>;

const NO_FILTERS: Filters = {};
const DIGITS = /\d[\d,]*$/;
/** `1 to 20 of 128` or `no payments`: the number of rows that match. */
export function totalIn({ range, note, chips }: PageView): Shown {
  if (/^no \w/.test(range)) return { exact: 0 };
  const [figure] = DIGITS.exec(range) ?? [];
  return shownIn(figure ?? (chips.length === 0 ? note : undefined));
}

interface ListOptions {
  /** Field of the row that names it. */
  id: string;
  path: string;
  filters?: Filters;
  /** Labels of the filters in use. */
  labels?: readonly string[];
  /** A field whose value each row shows, also when it is one that we do not know. */
  state?: string;
}

export const asWords = (value: unknown) => String(value).replaceAll('_', ' ').toLowerCase();

/** A row whose cells do not show the row's state, in words. */
function stateCheck(path: string, id: string, state: string): PageCase['also'] {
  return async ({ tables }, truth) => {
    const byId = new Map((await truth.rows(path)).map((row) => [String(row[id]), row[state]]));
    const wrong = tables[0]?.rows.find(({ id: shown, cells }) => {
      const value = byId.get(shown);
      if (value === undefined || value === null) return false;
      return !cells.join(' ').toLowerCase().includes(asWords(value));
    });
    return wrong === undefined ? [] : [`${state} ${String(byId.get(wrong.id))} is not shown`];
  };
}

/** A list page: its total and its rows. */
export function list(name: string, options: ListOptions): PageCase {
  const { id, path, filters = NO_FILTERS, labels = [], state } = options;
  const query = new URLSearchParams(filters).toString();
  return {
    name: query === '' ? name : `${name}?${query}`,
    path: () => `/${name}${query === '' ? '' : `?${query}`}`,
    claims: [{ what: 'total', shown: totalIn, truth: (truth) => truth.count(path, filters) }],
    rows: { filters: labels, truth: (truth) => truth.idsOf(path, id, filters) },
    ...(state !== undefined && { also: stateCheck(path, id, state) }),
  };
}

export const tab = (label: string, path: (ids: Truth['ids']) => string): Claim => ({
  what: `tab ${label}`,
  shown: ({ tabs }) => shownIn(tabs.find((title) => title.startsWith(label))?.slice(label.length)),
  truth: (truth) => truth.count(path(truth.ids)),
});

/** The panel of an address that counts the rows of a list. */
export const section = (id: string, what: string, truth: (truth: Truth) => Promise<number>): Claim => ({
  what,
  shown: ({ sections }) => shownIn(sections[id]),
  truth,
});
export const addressList = (id: string, path: string, filter: string) =>
  section(id, `${path.slice(1)} of the address`, (truth) =>
    truth.count(path, { [filter]: truth.ids.address }),
  );

/** Pages whose figures are statistics, which this index doesn't provide. */
const WITH_STATISTICS = /^(overview|analyze|(leaders|agents|tools|dags)(\?.*)?|agent|tool|dag|task)$/;

/** One sentence says that there are no statistics. */
export function saysSoOnce(page: PageCase): PageCase {
  if (!WITH_STATISTICS.test(page.name)) return page;
  return {
    ...page,
    also: async (view, truth) => {
      const sentences = view.notes.filter((note) => note.includes("doesn't provide statistics")).length;
      const others = (await page.also?.(view, truth)) ?? [];
      return sentences === 1 ? others : [...others, `${sentences} sentences about missing statistics`];
    },
  };
}
