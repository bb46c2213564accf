'use client';
import { Button } from '@/components/ui/button';
import { sessionRequests } from '@/lib/client/session';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

const WAYS = {
  demo: {
    title: 'Open the demo network',
    words:
      'This index simulates a network. One button claims a key of your own from it, by the same call as below.',
    label: 'Open the demo network',
    send: () => sessionRequests.demo(),
  },
  operator: {
    title: 'Use this console’s own key',
    words: 'The operator of this console offers a key to its visitors. It never leaves the server.',
    label: 'Use the operator’s key',
    send: () => sessionRequests.withOperatorKey(),
  },
} as const;

/** A way that needs nothing but a press. */
export function OneButton({ way, onConnected }: { way: keyof typeof WAYS; onConnected: () => void }) {
  const { title, words, label, send } = WAYS[way];
  const attempt = useAttempt(onConnected);
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-accent/50 bg-accent-weak px-4 py-3.5"
    >
      <div className="min-w-60 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-2">{words}</p>
        <Refusal error={attempt.error} />
      </div>
      <Button tone="primary" disabled={attempt.busy} onClick={() => attempt.run(send)}>
        {attempt.busy ? 'Connecting…' : label}
      </Button>
    </section>
  );
}
