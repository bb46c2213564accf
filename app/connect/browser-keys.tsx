'use client';
import { useRouter } from 'next/navigation';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { sessionRequests } from '@/lib/client/session';
import type { ConnectionState, SessionState } from '@/lib/contract/session';
import { counted } from '@/lib/view/amount';
import { sameListElsewhere } from '@/lib/view/paths';
import { Mono } from '@/components/ui/mono';

interface HeldKeysProps {
  session: SessionState;
  next: string;
  /** The connection whose key no longer works. */
  ended: string | null;
}

interface RowProps {
  connection: ConnectionState;
  showNetwork: boolean;
  active: boolean;
  ended: boolean;
  next: string;
}

function KeyRow({ connection, showNetwork, active, ended, next }: RowProps) {
  const router = useRouter();
  const disconnect = useAttempt(() => router.refresh(), { stays: true });
  const use = useAttempt(() => window.location.assign(next));
  const facts = [
    showNetwork && connection.network,
    counted(connection.scopes.length, 'scope'),
    connection.operator && "operator's key",
    active && !ended && 'active',
  ].filter((fact) => typeof fact === 'string');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-48 flex-1">
        <p>
          <Mono className="break-all">{connection.key_id ?? 'Key of unknown ID'}</Mono>{' '}
          <span className="text-2">{facts.join(' · ')}</span>
        </p>
        <AttemptError error={disconnect.error ?? use.error} />
      </div>
      <div className="flex gap-2">
        <Button
          onClick={() => disconnect.run(() => sessionRequests.disconnect(connection.id))}
          disabled={disconnect.busy}
        >
          Disconnect
        </Button>
        {!ended && (
          <Button
            tone={active ? 'primary' : 'plain'}
            className="min-w-16"
            onClick={() => use.run(() => sessionRequests.use(connection.id))}
            disabled={use.busy}
          >
            {active ? 'Continue' : 'Use'}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The keys in this browser: continue with one, or disconnect it. */
export function BrowserKeys({ session, next, ended }: HeldKeysProps) {
  const { connections, networks, network, connection } = session;
  return (
    <section aria-label="Keys in this browser" className="mt-6 rounded-md border border-ok/40 bg-surface">
      <h2 className="px-4 pt-3 font-semibold">{counted(connections.length, 'key')} in this browser</h2>
      <ul className="divide-y divide-line">
        {connections.map((item) => (
          <KeyRow
            key={item.id}
            connection={item}
            showNetwork={networks.length > 1}
            active={item.id === connection}
            ended={item.id === ended}
            next={item.network === network ? next : sameListElsewhere(next)}
          />
        ))}
      </ul>
    </section>
  );
}
