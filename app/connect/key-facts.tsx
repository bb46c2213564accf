'use client';
import { Check, X } from 'lucide-react';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { scopes } from '@/lib/contract/scopes';
import type { SessionState } from '@/lib/contract/session';
import { counted } from '@/lib/view/counted';
import { nullReason } from '@/lib/view/null-reasons';
import { opensWhat } from '@/lib/view/scope-words';

/** A key by what it is and what it opens: id, limit, expiry, and each scope, held or not. */
export function KeyFacts({ session }: { session: SessionState }) {
  const { key_id, expires_at, requests_per_minute, network } = session;
  const known: readonly string[] = scopes;
  const shown = [...known, ...session.scopes.filter((scope) => !known.includes(scope))];
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dt]:text-2">
        <dt>Key id</dt>
        <dd className="mono break-all">{key_id}</dd>
        <dt>Network</dt>
        <dd>{network}</dd>
        <dt>Limit, set by the index</dt>
        <dd>
          <Maybe value={requests_per_minute} reason="the index did not say how many requests it allows">
            {(most) => `${counted(BigInt(most), 'request')} a minute`}
          </Maybe>
        </dd>
        <dt>Expires</dt>
        <dd>
          <Time at={expires_at} clock="indexed" reason={nullReason('issuedKey', 'expires_at')} />
        </dd>
      </dl>
      <ul aria-label="Scopes" className="mt-3 grid gap-x-6 gap-y-0.5 sm:grid-cols-2">
        {shown.map((scope) => {
          const held = session.scopes.includes(scope);
          return (
            <li key={scope} className={held ? 'flex gap-2' : 'flex gap-2 text-3'}>
              {held ? (
                <Check size={14} className="mt-[3px] shrink-0 text-ok" aria-hidden />
              ) : (
                <X size={14} className="mt-[3px] shrink-0" aria-hidden />
              )}
              <span className="min-w-0">
                <span className="mono">{scope}</span>
                <span className="sr-only">{held ? ', held' : ', not held'}</span>
                <span className="block text-xs text-3">{opensWhat(scope)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
