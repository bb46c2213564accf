import Link from 'next/link';
import { connect } from '@/lib/view/paths';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

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
    <EmptyState
      kind="no-scope"
      title={`The key in use may not read ${what}`}
      action={
        <Button asChild size="small">
          <Link href={connect()}>Connect with a wider key</Link>
        </Button>
      }
    >
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
