'use client';
import { Button } from '@/components/ui/button';
import type { SessionState } from '@/lib/contract/session';
import { KeyFacts } from './key-facts';

/** What a key that was brought along can see. */
export function Received({ session, onGoOn }: { session: SessionState; onGoOn: () => void }) {
  return (
    <section aria-label="What this key sees" className="mt-6 rounded-md border border-ok/40 bg-surface p-4">
      <h2 className="text-lg font-semibold">The index accepts this key</h2>
      <p className="mb-3 text-2">
        It was checked by one read a scope, and is sealed into the cookie of this browser.
      </p>
      <KeyFacts session={session} />
      <Button tone="primary" autoFocus className="mt-4" onClick={onGoOn}>
        Go on
      </Button>
    </section>
  );
}
