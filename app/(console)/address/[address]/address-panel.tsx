'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { List } from '@/components/listing/listing-table';
import { ignoredReason } from '@/components/shell/failure';
import { classNames } from '@/components/ui/class-names';
import { TextLink } from '@/components/ui/plain-link';
import { DataTable } from '@/components/data-table/data-table';
import { queryView } from '@/components/data-table/table-view';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { rowMatches } from '@/lib/client/ignored-filters';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import type { Item, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import type { Query } from '@/lib/view/paths';
import { groupDigits } from '@/lib/view/amount';
import { FIRST_ROWS, NAMED_BY, type NamingListing } from './address-queries';

interface AddressPanelProps<Name extends NamingListing> {
  list: Omit<List<Name>, 'labels'>;
  address: string;
  title: string;
  /** The end of "No tools …". */
  what: string;
  /** Path of the full list. */
  page: (query: Query) => string;
  also?: ReactNode;
}

/** The first rows of a list filtered by the address, with a link to all of them. Rows of other addresses are never shown. */
export function AddressPanel<Name extends NamingListing>(props: AddressPanelProps<Name>) {
  const { list, address, title, what, page, also } = props;
  const { name, noun, columns, rowId, rowHref } = list;
  const named = NAMED_BY[name];
  const filter = { [named]: address } as QueryInput<Name>;
  const all = page(filter);
  const firstPage: QueryInput<Name> = { ...filter, page_size: String(FIRST_ROWS) };
  const query = useQuery(endpointQuery(name, {} as ParamsInput<Name>, firstPage));
  const answer = (query.data ?? null) as Listing<Item<Name>> | null;
  // Rows of every listing are objects.
  const check = useFilterCheck(name, {} as ParamsInput<Name>, filter, answer as Listing<object> | null);
  const { total } = check;
  const reason = ignoredReason(check);
  const rows = (answer?.items ?? []) as (Item<Name> & object)[];
  const areOurs = total !== null || rows.every((row) => rowMatches(name, named, address, row) === true);
  const known = queryView(query, areOurs ? rows : [], FIRST_ROWS);
  const view = areOurs ? known : { ...known, loading: true };
  const empty = total === 0 && view.failure === null;
  return (
    <section aria-labelledby={name} className={empty ? 'mt-3' : 'mt-5'} data-total={total ?? undefined}>
      <header className={classNames('flex flex-wrap items-baseline gap-x-2.5 gap-y-1', !empty && 'mb-2')}>
        <h2 id={name} className="font-semibold">
          {title}
        </h2>
        {total !== null && <span className="text-3">{groupDigits(total)}</span>}
        {empty && (
          <p className="text-2">
            No {noun.many} {what}
          </p>
        )}
        {total !== null && total > 0 && <span className="ml-auto">{also}</span>}
        {total !== null && total > 0 && (
          <TextLink href={all}>
            {total > view.rows.length ? `All ${groupDigits(total)} ${noun.many}` : 'Open as list'}
          </TextLink>
        )}
      </header>
      {reason !== null && <p className="text-2">Unknown: {reason}</p>}
      {!empty && reason === null && (
        <DataTable
          label={noun.many}
          noun={noun}
          columns={columns}
          view={view}
          rowId={rowId}
          {...(rowHref && { rowHref })}
        />
      )}
    </section>
  );
}
