// What all pages of a list, and all pages of one record, have in common: first answers read on the server, and a title.
import { isolated, truncated } from '@/lib/text/foreign-text';
import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cache, type ComponentType, type ReactNode } from 'react';
import { fromPageProps, withDefaults } from '@/lib/client/filter-url';
import { listingQuery } from '@/lib/client/queries/listing-query';
import type { Read } from '@/lib/client/read';
import {
  beforeAndNow,
  type Period,
  periodEnd,
  periodOf,
  type StatsName,
} from '@/lib/client/queries/run-statistics-query';
import type { ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched, readFirst, FirstAnswers, type FirstQuery } from './prefetched';

/** Of a name in a tab, in characters. */
const MOST_IN_TITLE = 60;

interface PageInput {
  params: Promise<Record<string, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The page of a list. `also`: other queries of the page; `defaults`: as in ListingTable. */
export function listPage<Name extends ListingName>(
  name: Name,
  Table: ComponentType,
  also: (by: Read) => readonly FirstQuery[] = () => [],
  defaults: QueryInput<Name> = {},
) {
  return async function ListPage({ searchParams }: Pick<PageInput, 'searchParams'>) {
    const search = withDefaults(name, fromPageProps(await searchParams), defaults);
    // Lists with pages of their own have no path parameters.
    const first = listingQuery(name, {} as ParamsInput<Name>, search, readOnServer);
    return (
      <Prefetched queries={[first, ...also(readOnServer)]}>
        <Table />
      </Prefetched>
    );
  };
}

/** What usePeriodStats (components/record/period.tsx) reads on a page with this URL. `about`: in the period that the URL names. */
export function periodStats<Name extends StatsName>(
  name: Name,
  search: URLSearchParams,
  about: (period: Period) => QueryInput<Name>,
  by: Read,
) {
  const period = periodOf(search.get('period'));
  return beforeAndNow(name, period, periodEnd(Date.now()), about(period), by);
}

interface RecordPageOptions {
  /** The path parameter that names the record. */
  param: string;
  title: (id: string) => string;
  /** What is read on the server; `search` is the page's own. */
  queries: (id: string, by: Read, search: URLSearchParams) => readonly FirstQuery[];
  /** More of them, chosen by what has been read. */
  more?: (id: string, by: Read, read: QueryClient) => readonly FirstQuery[];
  view: (id: string) => ReactNode;
}

/** The page of one record and its metadata. */
export function recordPage({ param, title, queries, more, view }: RecordPageOptions) {
  const idOf = async ({ params }: Pick<PageInput, 'params'>) =>
    decodeURIComponent((await params)[param] ?? '');
  // Once for a request: its title has the name that was read.
  const firstOf = cache((id: string, search: string) =>
    readFirst({
      queries: queries(id, readOnServer, new URLSearchParams(search)),
      more: (client) => more?.(id, readOnServer, client) ?? [],
    }),
  );
  const open = async (props: PageInput) => {
    const id = await idOf(props);
    return { id, first: firstOf(id, fromPageProps(await props.searchParams).toString()) };
  };
  return {
    generateMetadata: async (props: PageInput): Promise<Metadata> => {
      const { id, first } = await open(props);
      const name = (await first).named.findLast((entry) => entry.id === id)?.name;
      return {
        title: isolated(name === undefined ? title(id) : `${truncated(name, MOST_IN_TITLE)} · ${title(id)}`),
      };
    },
    Page: async (props: PageInput) => {
      const { id, first } = await open(props);
      return <FirstAnswers first={first}>{view(id)}</FirstAnswers>;
    },
  };
}
