'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { SessionState } from '@/lib/contract/session';
import { KeyFacts } from './key-facts';
import { RevealKey } from './reveal-key';
import { SaveRecovery } from './save-recovery';

/** Asks before the page is left, as long as `asks`; a browser words the question itself, and asks once. */
function useAskBeforeLeaving(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    let asked = false;
    const ask = (event: BeforeUnloadEvent) => {
      if (asked) return;
      asked = true;
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}

/** A key that was just claimed: what it is, and how not to lose it. */
export function Claimed({ session, onGoOn }: { session: SessionState; onGoOn: () => void }) {
  const [saved, setSaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useAskBeforeLeaving(!saved && !leaving);
  // The page is left once the question before leaving is off.
  useEffect(() => {
    if (leaving) onGoOn();
  }, [leaving, onGoOn]);
  const id = session.connection ?? '';
  const own = session.connections.find((one) => one.id === id);
  return (
    <section aria-label="Your new key" className="mt-6 rounded-md border border-ok/40 bg-surface">
      <div className="p-4">
        <h2 className="text-lg font-semibold">The key is yours</h2>
        <p className="mb-3 max-w-[68ch] text-2">
          The index gave it to this console&rsquo;s server, which sealed it into the cookie of this browser.
          You are connected.
        </p>
        <KeyFacts session={session} />
        {own?.may_reveal === true && <RevealKey connection={id} />}
      </div>
      <div className="border-t border-line p-4">
        <h3 className="font-semibold">Save it before you go on</h3>
        <p className="mb-3 max-w-[68ch] text-2">
          The index gives a key once and cannot give it again, and your contact cannot claim another while
          this one lives. When this cookie is cleared, only a recovery file brings the key back. The file
          opens on this console with your passphrase, and nowhere else.
        </p>
        <SaveRecovery connection={id} onSaved={() => setSaved(true)} />
        {saved && (
          <p role="status" className="mt-2 text-ok">
            Saved. Keep the file, and remember the passphrase.
          </p>
        )}
        <Button
          tone={saved ? 'primary' : 'plain'}
          className="mt-4"
          onClick={() => (saved ? setLeaving(true) : setAsking(true))}
        >
          Go on
        </Button>
      </div>
      <Dialog open={asking} onOpenChange={setAsking} title="Go on without a recovery file?">
        <p className="text-2">
          If this cookie is cleared the key is lost, and{' '}
          <span className="mono text-text">{session.key_id}</span> blocks your contact until it lapses. You
          can still save the file later, on the page Key &amp; usage.
        </p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setLeaving(true)}>Go on without it</Button>
          <Button tone="primary" onClick={() => setAsking(false)}>
            Save it first
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
