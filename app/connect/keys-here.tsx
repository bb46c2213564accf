'use client';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { sessionRequests } from '@/lib/client/session';
import type { ConnectionState, SessionState } from '@/lib/contract/session';
import { sameListElsewhere } from '@/lib/view/paths';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

interface KeysHereProps {
  session: SessionState;
  next: string;
  /** The connection whose key was found to be none any more. */
  dead: string | null;
}

interface RowProps {
  one: ConnectionState;
  several: boolean;
  inUse: boolean;
  dead: boolean;
  next: string;
}

function KeyRow({ one, several, inUse, dead, next }: RowProps) {
  const router = useRouter();
  const leave = useAttempt(() => router.refresh(), { stays: true });
  const use = useAttempt(() => window.location.assign(next));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <p className="min-w-0 flex-1">
        <span className="mono break-all">{one.key_id}</span>
        <span className="text-2">
          {several && ` of ${one.network}`}, {one.scopes.length} scopes
          {one.operator && ', the operator’s'}
          {inUse && !dead && ', in use'}
        </span>
        <Refusal error={leave.error ?? use.error} />
      </p>
      <Button onClick={() => leave.run(() => sessionRequests.leave(one.id))} disabled={leave.busy}>
        Leave
      </Button>
      {!dead && (
        <Button
          tone={inUse ? 'primary' : 'plain'}
          className="min-w-16"
          onClick={() => use.run(() => sessionRequests.use(one.id))}
          disabled={use.busy}
        >
          {inUse ? 'Go on' : 'Use'}
        </Button>
      )}
    </li>
  );
}

/** The keys this browser holds: go on with one, or leave it. */
export function KeysHere({ session, next, dead }: KeysHereProps) {
  const { connections, networks, network, connection } = session;
  return (
    <section aria-label="Keys of this browser" className="mt-6 rounded-md border border-ok/40 bg-surface">
      <h2 className="px-4 pt-3 font-semibold">
        {connections.length === 1
          ? 'This browser holds a key'
          : `This browser holds ${connections.length} keys`}
      </h2>
      <ul className="divide-y divide-line">
        {connections.map((one) => (
          <KeyRow
            key={one.id}
            one={one}
            several={networks.length > 1}
            inUse={one.id === connection}
            dead={one.id === dead}
            next={one.network === network ? next : sameListElsewhere(next)}
          />
        ))}
      </ul>
    </section>
  );
}
