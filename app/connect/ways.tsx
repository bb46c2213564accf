'use client';
import { Panel } from '@/components/ui/panel';
import type { IndexState } from '@/lib/contract/session';
import { ClaimForm } from './claim-form';
import { KeyForm } from './key-form';
import { OneButton } from './one-button';

interface WaysProps {
  index: IndexState;
  operatorKey: boolean;
  next: string;
}

/** A whole new document: whatever was read with another key does not outlive it. */
const goTo = (next: string) => window.location.assign(next);

/** The ways to a session, the quickest first. */
export function Ways({ index, operatorKey, next }: WaysProps) {
  const onConnected = () => goTo(next);
  return (
    <div className="mt-6 flex flex-col gap-4">
      {!index.reachable && (
        <p role="alert" className="rounded-md border border-fail/40 bg-surface px-4 py-3">
          <strong className="font-semibold text-fail">The index does not answer.</strong> You can still try:
          it may be starting.
        </p>
      )}
      {index.simulated === true && <OneButton way="demo" onConnected={onConnected} />}
      {operatorKey && <OneButton way="operator" onConnected={onConnected} />}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <Panel title="Claim a key" note="read-only, at once, no review">
          <ClaimForm onConnected={onConnected} />
        </Panel>
        <Panel title="I have a key">
          <KeyForm onConnected={onConnected} />
        </Panel>
      </div>
    </div>
  );
}
