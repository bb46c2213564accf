'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from '@/components/data-table/table-states';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { failureOf, scopeOf } from '@/lib/client/failure';
import { useLastError } from '@/lib/client/use-last-error';
import type { Answer, EndpointName, ParamsInput } from '@/lib/contract/endpoints';

interface RecordPageProps<Name extends EndpointName> {
  name: Name;
  params: ParamsInput<Name>;
  /** `leader` */
  noun: string;
  /** Where the page is. */
  crumb: ReactNode;
  /** The object's own name, drawn while it is still being read. */
  title: ReactNode;
  note?: (record: Answer<Name>) => ReactNode;
  children: (record: Answer<Name>) => ReactNode;
}

/** The page of one object: its head at once, its body when it was read, or why it could not be. */
export function RecordPage<Name extends EndpointName>(props: RecordPageProps<Name>) {
  const { name, params, noun, crumb, title, note, children } = props;
  const { data, error, refetch, isFetching } = useQuery(endpointQuery(name, params));
  const failure = failureOf(useLastError(JSON.stringify([name, params]), error, data !== undefined));
  return (
    <>
      <PageHeader
        crumb={crumb}
        title={<span className="inline-flex flex-wrap items-center gap-x-2">{title}</span>}
        note={data === undefined ? undefined : note?.(data)}
      />
      {data !== undefined ? (
        children(data)
      ) : failure === null ? (
        <RecordSkeleton />
      ) : (
        <Panel>
          {failure.status === 404 ? (
            <EmptyState kind="nothing-yet" title={`The index knows no such ${noun}`}>
              It may not have been indexed yet, or the id names something else. Paste it into the search field
              to look in every family.
            </EmptyState>
          ) : (
            <Failed
              failure={failure}
              noun={{ one: noun, many: `this ${noun}` }}
              scope={scopeOf(name)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </Panel>
      )}
    </>
  );
}

function RecordSkeleton() {
  return (
    <div
      aria-busy
      className="my-3.5 grid grid-cols-[repeat(auto-fit,minmax(190px,1fr))] gap-px overflow-hidden rounded-md border border-line bg-line"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex flex-col gap-2 bg-surface px-3 py-2.5">
          <Skeleton className="h-2.5 w-16" />
          <Skeleton className="h-3.5 w-28" />
        </div>
      ))}
    </div>
  );
}
