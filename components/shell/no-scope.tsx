import { Fragment } from 'react';
import Link from 'next/link';
import { connect } from '@/lib/view/paths';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

const widerKey = (
  <Button asChild size="small">
    <Link href={connect()}>Connect with a wider key</Link>
  </Button>
);

interface NoScopeProps {
  /** What may not be read: "tasks". */
  what: string;
  /** The scope it needs; null where only `otherwise` is known. */
  scope: string | null;
  /** What the index said. */
  otherwise: string;
}

/** What the key in use cannot see, with the scope it needs and the way to a key that has it. */
export function NoScope({ what, scope, otherwise }: NoScopeProps) {
  return (
    <EmptyState kind="no-scope" title={`The key in use may not read ${what}`} action={widerKey}>
      {scope === null ? (
        otherwise
      ) : (
        <>
          It needs the scope <span className="mono">{scope}</span>.
        </>
      )}
    </EmptyState>
  );
}

interface NoScopesProps {
  title: string;
  /** Each scope that is lacking, and what it would show. */
  lacking: readonly { scope: string; what: readonly string[] }[];
}

/** What the key in use cannot see of a page that has more: all of it in one place, scope by scope. */
export function NoScopes({ title, lacking }: NoScopesProps) {
  return (
    <EmptyState kind="no-scope" title={title} action={widerKey}>
      <dl className="mt-1 grid gap-x-4 gap-y-1 text-left sm:grid-cols-[auto_minmax(0,1fr)]">
        {lacking.map(({ scope, what }) => (
          <Fragment key={scope}>
            <dt className="mono">{scope}</dt>
            <dd className="max-sm:pb-1.5">{what.join(' · ')}</dd>
          </Fragment>
        ))}
      </dl>
    </EmptyState>
  );
}
