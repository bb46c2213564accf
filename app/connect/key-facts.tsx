'use client';
import { Check, CircleHelp, X } from 'lucide-react';
import { useState } from 'react';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { sessionRequests } from '@/lib/client/session';
import { scopes } from '@/lib/contract/scopes';
import type { SessionState } from '@/lib/contract/session';
import { nullReason } from '@/lib/view/null-reasons';
import { opensWhat } from '@/lib/view/scope-words';
import { groupDigits } from '@/lib/view/amount';

const GRANT = {
  granted: { words: 'granted', Icon: Check, tone: 'text-ok' },
  unconfirmed: { words: 'not confirmed yet', Icon: CircleHelp, tone: 'text-warn' },
  refused: { words: 'not granted', Icon: X, tone: '' },
} as const;

function ScopeItem({ scope, grant }: { scope: string; grant: keyof typeof GRANT }) {
  const { words, Icon, tone } = GRANT[grant];
  return (
    <li className={grant === 'refused' ? 'flex gap-2 text-3' : 'flex gap-2'}>
      <Icon size={14} className={`mt-[3px] shrink-0 ${tone}`} aria-hidden />
      <span className="min-w-0">
        <span className="mono">{scope}</span>
        <span className={grant === 'unconfirmed' ? 'text-xs text-warn' : 'sr-only'}>, {words}</span>
        <span className="block text-xs text-3">{opensWhat(scope)}</span>
      </span>
    </li>
  );
}

/** A key's id, limit, expiry and scopes. Scopes the index has not answered for can be checked again. */
export function KeyFacts({ session }: { session: SessionState }) {
  const [current, setCurrent] = useState(session);
  const check = useAttempt(setCurrent, { stays: true });
  const { key_id, expires_at, requests_per_minute, network, connection } = current;
  const own = current.connections.find(({ id }) => id === connection);
  const unconfirmed = own?.unconfirmed_scopes ?? [];
  const known: readonly string[] = scopes;
  const shown = [...known, ...current.scopes.filter((scope) => !known.includes(scope))];
  const grantOf = (scope: string) =>
    unconfirmed.includes(scope) ? 'unconfirmed' : current.scopes.includes(scope) ? 'granted' : 'refused';
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dt]:text-2">
        <dt>Key ID</dt>
        <dd className="mono break-all">
          <Maybe value={key_id} reason="Not stated by the index">
            {(id) => id}
          </Maybe>
        </dd>
        <dt>Network</dt>
        <dd>{network}</dd>
        <dt>Rate limit</dt>
        <dd>
          <Maybe value={requests_per_minute} reason="Not stated by the index">
            {(limit) => `${groupDigits(limit)} requests/min`}
          </Maybe>
        </dd>
        <dt>Expires</dt>
        <dd>
          <Time at={expires_at} clock="indexed" reason={nullReason('issuedKey', 'expires_at')} />
        </dd>
      </dl>
      <ul aria-label="Scopes" className="mt-3 grid gap-x-6 gap-y-0.5 sm:grid-cols-2">
        {shown.map((scope) => (
          <ScopeItem key={scope} scope={scope} grant={grantOf(scope)} />
        ))}
      </ul>
      {unconfirmed.length > 0 && connection !== null && (
        <div className="mt-3 text-xs">
          <p className="mb-1.5 text-2">
            The index did not respond for {unconfirmed.length} of {scopes.length} scopes. You can continue:
            they are tried as needed.
          </p>
          <Button disabled={check.busy} onClick={() => check.run(() => sessionRequests.check(connection))}>
            {check.busy ? 'Checking…' : 'Check again'}
          </Button>
          <AttemptError error={check.error} />
        </div>
      )}
    </>
  );
}
