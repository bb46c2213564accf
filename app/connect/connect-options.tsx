'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import type { ClaimResult, SessionState, UnreadClaim } from '@/lib/contract/session';
import { KeyForm, RestoreForm } from './existing-key';
import { ClaimForm } from './claim-form';
import { AcceptedKey, ClaimedKey, UnreadClaimNotice } from './new-key';
import { DemoOption, OperatorOption, UnlockOption } from './quick-options';

type Outcome =
  | { kind: 'accepted' | 'claimed'; session: SessionState }
  | { kind: 'unread'; claim: UnreadClaim };

/** The ways to connect, the quickest first; then what the new key can read. */
export function ConnectOptions({ session, next }: { session: SessionState; next: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const router = useRouter();
  const { index, networks, password_for } = session;
  const network = networks.find(({ name }) => name === session.network);
  const name = network?.name;
  // A new document: nothing read with another key stays in memory.
  const openNext = () => window.location.assign(next);
  const onClaimed = (result: ClaimResult, then: (session: SessionState) => void) => {
    if ('unread_claim' in result) setOutcome({ kind: 'unread', claim: result as UnreadClaim });
    else then(result);
  };
  const accept = (accepted: SessionState) => setOutcome({ kind: 'accepted', session: accepted });

  if (outcome?.kind === 'unread') return <UnreadClaimNotice claim={outcome.claim} />;
  if (outcome?.kind === 'claimed') return <ClaimedKey session={outcome.session} onContinue={openNext} />;
  if (outcome?.kind === 'accepted') return <AcceptedKey session={outcome.session} onContinue={openNext} />;
  if (password_for === 'everything')
    return (
      <div className="mt-6">
        <UnlockOption onUnlocked={() => router.refresh()} />
      </div>
    );
  return (
    <div className="mt-6 flex flex-col gap-4">
      {!index.reachable && (
        <p role="alert" className="rounded-md border border-fail/40 bg-surface px-4 py-3">
          <strong className="font-semibold text-fail">The index is not responding.</strong> It may be
          starting. You can still try.
        </p>
      )}
      {index.simulated === true && (
        <DemoOption network={name} onClaimed={(result) => onClaimed(result, openNext)} />
      )}
      {network?.operator_key === true && (
        <OperatorOption
          network={name}
          needsPassword={password_for === 'operator_key'}
          onConnected={openNext}
        />
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <Panel
          title={networks.length > 1 && name !== undefined ? `Claim a key for ${name}` : 'Claim a key'}
          note="Read-only, instant"
        >
          <ClaimForm
            network={name}
            onClaimed={(result) =>
              onClaimed(result, (claimed) => setOutcome({ kind: 'claimed', session: claimed }))
            }
          />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title="Use an existing key">
            <KeyForm network={name} onConnected={accept} />
          </Panel>
          <Panel title="Restore from a file">
            <RestoreForm onRestored={(result) => onClaimed(result, accept)} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
