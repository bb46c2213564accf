import { NoScopes } from '@/components/shell/no-scope';
import { useSession } from '@/components/shell/session-context';
import { Panel } from '@/components/ui/panel';
import { endpoints } from '@/lib/contract/endpoints';
import { scopes, type Scope } from '@/lib/contract/scopes';
import { STATES } from './overview-queries';

interface Part {
  title: string;
  scope: Scope;
}

const STATE_PARTS = STATES.map(({ title, name }): Part => ({ title, scope: endpoints[name].access }));

/** In place of what the key in use may not read: one panel that names it, scope by scope. None where it may read everything. */
export function Lacking({ parts }: { parts: readonly Part[] }) {
  const { scopes: held } = useSession();
  const lacking = scopes
    .filter((scope) => !held.includes(scope))
    .map((scope) => ({
      scope,
      what: [...STATE_PARTS, ...parts].filter((part) => part.scope === scope).map(({ title }) => title),
    }))
    .filter(({ what }) => what.length > 0);
  if (lacking.length === 0) return null;
  return (
    // Beside one column it fills the other; under two, or alone, it has the whole width.
    <Panel className="xl:odd:col-span-2">
      <NoScopes title="The key in use may not read all of this page" lacking={lacking} />
    </Panel>
  );
}
