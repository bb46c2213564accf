'use client';
import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import type { IndexState, NetworkState, SessionState } from '@/lib/contract/session';
import { ClaimForm } from './claim-form';
import { Claimed } from './claimed';
import { KeyForm } from './key-form';
import { DemoWay, OperatorWay } from './one-button';
import { Received } from './received';
import { RestoreForm } from './restore-form';

interface WaysProps {
  index: IndexState;
  network: NetworkState | undefined;
  /** This console reads more networks than this one. */
  several: boolean;
  next: string;
}

/** A whole new document: whatever was read with another key does not outlive it. */
const goTo = (next: string) => window.location.assign(next);

/** The ways to a session, the quickest first; then what the new key is. */
export function Ways({ index, network, several, next }: WaysProps) {
  const [got, setGot] = useState<{ by: 'claim' | 'key'; session: SessionState } | null>(null);
  const where = { network: network?.name };
  const goOn = () => goTo(next);
  const byKey = (session: SessionState) => setGot({ by: 'key', session });
  if (got?.by === 'claim') return <Claimed session={got.session} onGoOn={goOn} />;
  if (got?.by === 'key') return <Received session={got.session} onGoOn={goOn} />;
  return (
    <div className="mt-6 flex flex-col gap-4">
      {!index.reachable && (
        <p role="alert" className="rounded-md border border-fail/40 bg-surface px-4 py-3">
          <strong className="font-semibold text-fail">The index does not answer.</strong> You can still try:
          it may be starting.
        </p>
      )}
      {index.simulated === true && <DemoWay where={where} onConnected={goOn} />}
      {network !== undefined && network.operator_key !== 'none' && (
        <OperatorWay where={where} asksPassword={network.operator_key === 'password'} onConnected={goOn} />
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <Panel
          title={several && network !== undefined ? `Claim a key of ${network.name}` : 'Claim a key'}
          note="read-only, at once, no review"
        >
          <ClaimForm where={where} onClaimed={(session) => setGot({ by: 'claim', session })} />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title="I have a key">
            <KeyForm where={where} onConnected={byKey} />
          </Panel>
          <Panel title="I have a recovery file">
            <RestoreForm onConnected={byKey} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
