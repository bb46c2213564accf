'use client';
import type { Noun } from '@/components/data-table/table-view';
import { Failure } from '@/components/shell/read-failure';
import { HistoryNote } from '@/components/shell/source-mark';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Mono } from '@/components/ui/mono';
import { Panel } from '@/components/ui/panel';
import { PageHeader } from '@/components/ui/page-header';
import { LabelButton } from '@/components/labels/label-button';
import { labelTarget } from '@/components/labels/label-target';
import { Skeleton } from '@/components/ui/skeleton';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { recordOf } from '@/lib/view/paths';
import { RecordCrumb, RecordTitle } from './record-title';
import { useLastError } from '@/lib/client/use-last-error';
import type { Answer, EndpointName, ParamsInput } from '@/lib/contract/endpoints';

interface RecordFailureProps {
  error: Error | null;
  noun: Noun;
  onRetry: () => void;
  retrying?: boolean;
}

/** In place of a record: nothing has the id, or it couldn't be loaded. */
export function RecordFailure({ error, noun, onRetry, retrying = false }: RecordFailureProps) {
  const failure = failureOf(error);
  if (failure === null) return null;
  if (failure.status === 404 && !isNotProvided(failure))
    return (
      <EmptyState kind="nothing-yet" title={`No ${noun.singular} with this ID`}>
        It may not be indexed yet, or the ID may belong to something else. Paste it into the search box to
        search all records.
        <HistoryNote />
      </EmptyState>
    );
  return <Failure what={noun.plural} error={failure} onRetry={onRetry} retrying={retrying} />;
}

interface RecordPageProps<Name extends EndpointName> {
  name: Name;
  params: ParamsInput<Name>;
  /** `leader` */
  noun: string;
  /** The link to its list. */
  crumb: ReactNode;
  /** Of a tool, which has no id; others are called by their name or id. */
  title?: ReactNode;
  note?: (record: Answer<Name>) => ReactNode;
  actions?: ReactNode;
  /** The sentence under the title that says what it does or how it performs (`Verdict`), and banners. */
  verdict?: (record: Answer<Name>) => ReactNode;
  /** Figures of the period, latest rows, details; `TechnicalDetails` last. */
  children: (record: Answer<Name>) => ReactNode;
}

/** The page of one record: header at once, then its content or why it couldn't be loaded. */
export function RecordPage<Name extends EndpointName>(props: RecordPageProps<Name>) {
  const { name, params, noun, crumb, title, note, actions, verdict, children } = props;
  const { data, error, refetch, isFetching } = useQuery(endpointQuery(name, params));
  const lastError = useLastError(JSON.stringify([name, params]), error, data !== undefined);
  const record = recordOf(usePathname() ?? '');
  const target = labelTarget(record);
  const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const waiting =
    lastError === null ? (
      <RecordSkeleton />
    ) : (
      <Panel>
        <RecordFailure
          error={lastError}
          noun={{ singular: noun, plural: `this ${noun}` }}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Panel>
    );
  return (
    <>
      <PageHeader
        crumb={<RecordCrumb list={crumb} target={target} />}
        title={
          target === null ? (
            <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-2.5">
              <span className="[&_.mono]:text-base">{title ?? <Mono>{record?.id}</Mono>}</span>{' '}
              <span className="text-sm font-normal tracking-normal text-2">{type}</span>
            </span>
          ) : (
            <RecordTitle noun={type} family={target.type} id={target.ref} />
          )
        }
        note={
          <>
            {data !== undefined && note?.(data)}
            <LabelButton />
          </>
        }
        actions={data === undefined && lastError !== null ? undefined : actions}
      />
      {data !== undefined && verdict?.(data)}
      {data === undefined ? waiting : children(data)}
    </>
  );
}

/** The sentence under a record's title. Its phrases are links to the rows behind them (`TextLink quiet`). */
export function Verdict({ children }: { children: ReactNode }) {
  return (
    <p
      data-testid="verdict"
      className="-mt-1.5 mb-3 max-w-[120ch] text-base text-2 [&_a]:text-text [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-3"
    >
      {children}
    </p>
  );
}

/** What happened to a record and still matters: a slash, a suspension. */
export function RecordBanner({ tone, children }: { tone: 'fail' | 'warn'; children: ReactNode }) {
  return (
    <div
      role="note"
      className={classNames(
        'mb-3 flex flex-wrap gap-x-6 gap-y-1 rounded-md border px-3 py-1.5',
        tone === 'fail' ? 'border-fail/50 bg-fail/8' : 'border-warn/50 bg-warn/8',
      )}
    >
      {children}
    </div>
  );
}

/** Ids and index plumbing, folded at the end of a record; part of the HTML, so that it opens without scripts. `gist`: what is inside, in words. */
export function TechnicalDetails({ gist, children }: { gist: string; children: ReactNode }) {
  return (
    <details className="mt-3.5 rounded-md border border-line bg-surface">
      <summary className="px-3 py-2">
        <span className="ml-1 font-semibold">Technical details</span>
        <span className="ml-2.5 text-3">{gist}</span>
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  );
}

export function RecordSkeleton() {
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
