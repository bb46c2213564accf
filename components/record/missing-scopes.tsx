import { NoScopes } from '@/components/shell/no-scope';
import { useSession } from '@/components/shell/session-context';
import { Panel } from '@/components/ui/panel';
import { scopes, type Scope } from '@/lib/contract/scopes';

/** A part of a page, and what the key must hold for it. */
export interface ScopedPart {
  title: string;
  scope: Scope;
}

interface LackingProps {
  parts: readonly ScopedPart[];
  className?: string;
}

/** In place of what the key in use may not read: one panel that names it, scope by scope. None where it may read everything. */
export function Lacking({ parts, className }: LackingProps) {
  const { scopes: held } = useSession();
  const lacking = scopes
    .filter((scope) => !held.includes(scope))
    .map((scope) => ({
      scope,
      what: parts.filter((part) => part.scope === scope).map(({ title }) => title),
    }))
    .filter(({ what }) => what.length > 0);
  if (lacking.length === 0) return null;
  return (
    <Panel className={className}>
      <NoScopes title="The key in use may not read all of this page" lacking={lacking} />
    </Panel>
  );
}
