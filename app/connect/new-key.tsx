'use client';
import { Check, CircleHelp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { SaveRecovery } from '@/components/connections/save-recovery';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { saveText } from '@/components/ui/save-file';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { sessionRequests } from '@/lib/client/session';
import { scopes } from '@/lib/contract/scopes';
import type { SessionState, UnreadClaim } from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { issuedKeyReasons } from '@/lib/view/null-reasons/keys';
import { opensWhat } from '@/lib/view/scope-words';
import { Mono } from '@/components/ui/mono';

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
        <Mono>{scope}</Mono>
        <span className={grant === 'unconfirmed' ? 'text-xs text-warn' : 'sr-only'}>, {words}</span>
        <span className="block text-xs text-3">{opensWhat(scope)}</span>
      </span>
    </li>
  );
}

/** A key's id, limit, expiry and scopes. Scopes the index has not answered for can be checked again. */
function KeyFacts({ session }: { session: SessionState }) {
  const [current, setCurrent] = useState(session);
  const check = useAttempt(setCurrent, { stays: true });
  const { key_id, expires_at, requests_per_minute, network, connection } = current;
  const connectionState = current.connections.find(({ id }) => id === connection);
  const unconfirmed = connectionState?.unconfirmed_scopes ?? [];
  const consoleScopes: readonly string[] = scopes;
  const allScopes = [...consoleScopes, ...current.scopes.filter((scope) => !consoleScopes.includes(scope))];
  const grantOf = (scope: string) => {
    if (unconfirmed.includes(scope)) return 'unconfirmed';
    return current.scopes.includes(scope) ? 'granted' : 'refused';
  };
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dt]:text-2">
        <dt>Key ID</dt>
        <dd translate="no" className="mono break-all">
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
          <Time at={expires_at} clock="indexed" reason={nullReason(issuedKeyReasons, 'expires_at', null)} />
        </dd>
      </dl>
      <ul aria-label="Scopes" className="mt-3 grid gap-x-6 gap-y-0.5 sm:grid-cols-2">
        {allScopes.map((scope) => (
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

interface KeyProps {
  session: SessionState;
  onContinue: () => void;
}

/** What a key that the visitor already had can read. */
export function AcceptedKey({ session, onContinue }: KeyProps) {
  return (
    <section aria-label="Key accepted" className="mt-6 rounded-md border border-ok/40 bg-surface p-4">
      <h2 className="text-lg font-semibold">Key accepted</h2>
      <p className="mb-3 text-2">The key is sealed in a cookie in this browser. You are connected.</p>
      <KeyFacts session={session} />
      <Button tone="primary" autoFocus className="mt-4" onClick={onContinue}>
        Continue
      </Button>
    </section>
  );
}

/** Asks once before the page unloads; the browser words the question. */
function useConfirmUnload(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let isConfirmed = false;
    const ask = (event: BeforeUnloadEvent) => {
      if (isConfirmed) return;
      isConfirmed = true;
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [enabled]);
}

/** Shows a claimed key once, after a confirmation. Only where the operator of the console allows it. */
function RevealKey({ connection }: { connection: string }) {
  const [key, setKey] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const attempt = useAttempt(setKey, { stays: true });
  if (key !== null)
    return (
      <div role="status" className="mt-4 rounded-md border border-warn/50 px-3 py-2">
        <p className="flex items-center gap-2">
          <Mono className="min-w-0 break-all">{key}</Mono>
          <CopyButton text={key} label="key" />
        </p>
        <p className="text-xs text-warn">It will not be shown again.</p>
      </div>
    );
  return (
    <div className="mt-4">
      {confirming ? (
        <Button disabled={attempt.busy} onClick={() => attempt.run(() => sessionRequests.reveal(connection))}>
          Reveal it now
        </Button>
      ) : (
        <Button onClick={() => setConfirming(true)}>Reveal key once…</Button>
      )}
      <AttemptError error={attempt.error} />
    </div>
  );
}

/** A key that was just claimed: what it can read, and how not to lose it. */
export function ClaimedKey({ session, onContinue }: KeyProps) {
  const [saved, setSaved] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useConfirmUnload(!saved && !leaving);
  // Only once the confirmation is off.
  useEffect(() => {
    if (leaving) onContinue();
  }, [leaving, onContinue]);
  const id = session.connection ?? '';
  const connectionState = session.connections.find((connection) => connection.id === id);
  return (
    <section aria-label="Your new key" className="mt-6 rounded-md border border-ok/40 bg-surface">
      <div className="p-4">
        <h2 className="text-lg font-semibold">Key created</h2>
        <p className="mb-3 max-w-[68ch] text-2">
          The index issued the key to this console&rsquo;s server, which sealed it in a cookie in this
          browser. You are connected.
        </p>
        <KeyFacts session={session} />
        {connectionState?.may_reveal === true && <RevealKey connection={id} />}
      </div>
      <div className="border-t border-line p-4">
        <h3 className="font-semibold">Save a recovery file</h3>
        <p className="mb-3 max-w-[68ch] text-2">
          The index issues a key only once, and your contact cannot claim another while this one is active. If
          your cookies are cleared, only a recovery file brings the key back. It opens only on this console,
          with your passphrase.
        </p>
        <SaveRecovery connection={id} onSaved={() => setSaved(true)} />
        {saved && (
          <p role="status" className="mt-2 text-ok">
            Saved. Keep the file and remember the passphrase.
          </p>
        )}
        <Button
          tone={saved ? 'primary' : 'plain'}
          className="mt-4"
          onClick={() => (saved ? setLeaving(true) : setConfirming(true))}
        >
          Continue
        </Button>
      </div>
      <Dialog open={confirming} onOpenChange={setConfirming} title="Continue without a recovery file?">
        <p className="text-2">
          If your cookies are cleared, the key is lost, and your contact cannot claim another until{' '}
          <Mono className="text-text">{session.key_id ?? 'it'}</Mono> expires. You can still save the file
          later on Key &amp; usage.
        </p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setLeaving(true)}>Continue without it</Button>
          <Button tone="primary" onClick={() => setConfirming(false)}>
            Save it first
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

/** The index accepted a claim, but the console found no key in its response: the response is saved instead. */
export function UnreadClaimNotice({ claim }: { claim: UnreadClaim }) {
  const [saved, setSaved] = useState(false);
  useConfirmUnload(!saved);
  const save = () => {
    saveText('dagscope-claim.json', `${stringifyJson(claim.unread_claim, 2)}\n`);
    setSaved(true);
  };
  return (
    <section
      role="alert"
      aria-label="Claim response"
      className="mt-6 rounded-md border border-warn/50 bg-surface p-4"
    >
      <h2 className="text-lg font-semibold">The index accepted the claim, but you are not connected</h2>
      <p className="mb-3 max-w-[68ch] text-2">
        {claim.reason} A key was probably issued, so don&rsquo;t claim again. Save the response: it is sealed,
        opens only on this console under <em>Restore from a file</em>, and can be tried again there.
      </p>
      {claim.text !== null && (
        <pre
          translate="no"
          className="mb-3 max-h-60 overflow-auto rounded-sm bg-surface-2 p-2 mono text-xs break-all whitespace-pre-wrap"
        >
          {claim.text}
        </pre>
      )}
      <Button tone="primary" onClick={save}>
        Save response
      </Button>
      {saved && (
        <p role="status" className="mt-2 text-ok">
          Saved.
        </p>
      )}
    </section>
  );
}
