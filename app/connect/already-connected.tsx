'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ApiError } from '@/lib/client/api-error';
import { sessionRequests } from '@/lib/client/session';
import type { SessionState } from '@/lib/contract/session';

/** Says with which key one is connected already, and offers to go on or to leave. */
export function AlreadyConnected({ session, next }: { session: SessionState; next: string }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const leave = async () => {
    setLeaving(true);
    try {
      await sessionRequests.leave();
      router.refresh();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'it could not be left');
    } finally {
      setLeaving(false);
    }
  };
  return (
    <section
      aria-label="Present connection"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ok/40 bg-surface px-4 py-3"
    >
      <p className="min-w-0 flex-1">
        You are connected with key <span className="mono break-all">{session.key_id}</span>, which holds{' '}
        {session.scopes.length} scopes.
        {failure !== null && (
          <span role="alert" className="block text-fail">
            {failure}
          </span>
        )}
      </p>
      <Button onClick={() => void leave()} disabled={leaving}>
        Leave
      </Button>
      <Button asChild tone="primary">
        <Link href={next}>Go on</Link>
      </Button>
    </section>
  );
}
