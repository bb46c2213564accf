import { NoScopes } from '@/components/shell/failure';
import { useSession } from '@/components/shell/session-context';
import { Panel } from '@/components/ui/panel';
import { scopes, type Scope } from '@/lib/contract/scopes';

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
  const { scopes: held } = useSession();
  const missing = scopes
    .filter((scope) => !held.includes(scope))
    .map((scope) => ({
      scope,
      what: parts.filter((part) => part.scope === scope).map(({ title }) => title),
    }))
    .filter(({ what }) => what.length > 0);
  if (missing.length === 0) return null;
  return (
    <Panel className={className}>
      <NoScopes missing={missing} />
    </Panel>
  );
}
