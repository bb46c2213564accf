// The one home of failure wording: a read that the key may not make, that the index doesn't provide, or that failed.
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorPanel } from '@/components/ui/error-panel';
import { failureOf, isNotProvided, scopeOf, type Failure as ReadFailure } from '@/lib/client/api-error';
import type { FilterCheck } from '@/lib/client/use-filter-check';
import { connect } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { useSession } from './session-context';
import { Panel } from '@/components/ui/panel';
import { Maybe, Pending } from '@/components/values/maybe';
import { scopes, type Scope } from '@/lib/contract/scopes';
import { Mono } from '@/components/ui/mono';

/** The cause in words: the message, the endpoint, the status, and how long to wait. */
export function causeOf(failure: ReadFailure): string {
  const status = failure.status === 0 ? 'no response' : `status ${failure.status}`;
  const where = [failure.endpoint, status, failure.code].filter(Boolean).join(', ');
  const wait = failure.retry_after_ms ?? 0;
  return `${failure.message} (${where})${wait > 0 ? `; retry after ${formatDuration(wait)}` : ''}`;
}

/** Why a single value is unknown after a failed read: the end of "unknown: …". */
export function reasonOf(error: Error): string {
  const failure = failureOf(error);
  if (isNotProvided(failure)) return "this index doesn't provide it";
  if (failure.status === 403) return 'your key is not allowed to read it';
  return `it couldn't be loaded: ${error.message}`;
}

/** Why a total is unknown: the end of "unknown: …"; null when its filters were applied, or are still being checked. */
export function ignoredReason({
  ignored,
  unchecked,
}: Pick<FilterCheck, 'ignored' | 'unchecked'>): string | null {
  const filterText = (filters: readonly string[]) =>
    `the ${filters.length === 1 ? 'filter' : 'filters'} ${filters.join(', ').replaceAll('_', ' ')}`;
  if (ignored.length > 0)
    return `${filterText(ignored)} ${ignored.length === 1 ? 'is' : 'are'} ignored by this index`;
  if (unchecked.length > 0) return `couldn't check whether this index applies ${filterText(unchecked)}`;
  return null;
}

interface FailureProps {
  /** What couldn't be loaded, as a plural or with its article: "leaders", "the latest events". */
  what: string;
  error: Error | ReadFailure;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}

/** In place of content that couldn't be loaded. Retry is offered only where it can help. */
export function Failure({ what, error, onRetry, retrying = false }: FailureProps) {
  const failure = failureOf(error);
  const { scopes: keyScopes } = useSession();
  if (isNotProvided(failure))
    return <EmptyState kind="not-produced" title={`This index doesn't provide ${what}`} />;
  const scope = scopeOf(failure.endpoint);
  // With the scope, the refusal is about this endpoint alone.
  if (failure.status === 403 && (scope === null || !keyScopes.includes(scope)))
    return (
      <NoScope title={`Your key can't read ${what}`}>
        {scope === null ? (
          failure.message
        ) : (
          <>
            Required scope: <Mono>{scope}</Mono>
          </>
        )}
      </NoScope>
    );
  return (
    <div className="p-3">
      <ErrorPanel
        title={failure.status === 403 ? `The index denied access to ${what}` : `Couldn't load ${what}`}
        cause={causeOf(failure)}
        requestId={failure.request_id}
        onRetry={failure.status === 403 ? undefined : onRetry}
        retrying={retrying}
      />
    </div>
  );
}

/** What the key can't read, with the way to a key that can. */
function NoScope({ title, children }: { title: string; children: ReactNode }) {
  const action = (
    <Link className={buttonClass('small')} href={connect()}>
      Use another key
    </Link>
  );
  return (
    <EmptyState kind="no-scope" title={title} action={action}>
      {children}
    </EmptyState>
  );
}

/** A part of a page and the scope it needs. */
export interface ScopedPart {
  title: string;
  scope: Scope;
}

interface MissingScopesProps {
  parts: readonly ScopedPart[];
  className?: string;
}

/** One panel naming the parts of a page the key can't read; nothing when it can read all. */
export function MissingScopes({ parts, className }: MissingScopesProps) {
  const { scopes: keyScopes } = useSession();
  const missing = scopes
    .filter((scope) => !keyScopes.includes(scope))
    .map((scope) => ({
      scope,
      what: parts.filter((part) => part.scope === scope).map(({ title }) => title),
    }))
    .filter(({ what }) => what.length > 0);
  if (missing.length === 0) return null;
  return (
    <Panel className={className}>
      <NoScope title="Your key can't read all of this page">
        <dl className="mt-1 grid gap-x-4 gap-y-1 text-left sm:grid-cols-[auto_minmax(0,1fr)]">
          {missing.map(({ scope, what }) => (
            <Fragment key={scope}>
              <dt translate="no" className="mono">
                {scope}
              </dt>
              <dd className="max-sm:pb-1.5">{what.join(' · ')}</dd>
            </Fragment>
          ))}
        </dl>
      </NoScope>
    </Panel>
  );
}

/** In place of a single value: it is still being read, or why it couldn't be. */
export function Unread({ error }: { error: Error | null }) {
  return error === null ? <Pending /> : <Maybe value={null} reason={reasonOf(error)} />;
}

interface UnloadedProps {
  query: { error: Error | null; refetch: () => unknown };
  /** As for `Failure`. */
  what: string;
  /** Shown until the first answer. */
  waiting: ReactNode;
}

/** In place of content without data: it is still being loaded, or failed to. */
export function Unloaded({ query: { error, refetch }, what, waiting }: UnloadedProps) {
  if (error !== null) return <Failure what={what} error={error} onRetry={() => void refetch()} />;
  return typeof waiting === 'string' ? <p className="text-3">{waiting}</p> : waiting;
}
