'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { sessionRequests } from '@/lib/client/session';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

/** Shows a claimed key, once, by two presses. Only where the operator of the console allows it. */
export function RevealKey({ connection }: { connection: string }) {
  const [key, setKey] = useState<string | null>(null);
  const [sure, setSure] = useState(false);
  const attempt = useAttempt(setKey, { stays: true });
  if (key !== null)
    return (
      <div role="status" className="mt-4 rounded-md border border-warn/50 px-3 py-2">
        <p className="flex items-center gap-2">
          <span className="min-w-0 mono break-all">{key}</span>
          <CopyButton text={key} label="key" />
        </p>
        <p className="text-xs text-warn">It will not be shown again.</p>
      </div>
    );
  return (
    <div className="mt-4">
      {sure ? (
        <Button disabled={attempt.busy} onClick={() => attempt.run(() => sessionRequests.reveal(connection))}>
          Yes, show it here, this once
        </Button>
      ) : (
        <Button onClick={() => setSure(true)}>Show the key once…</Button>
      )}
      <Refusal error={attempt.error} />
    </div>
  );
}
