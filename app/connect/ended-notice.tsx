import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '@/components/values/time';

interface EndedNoticeProps {
  end: {
    reason: 'expired' | 'index_reset' | 'rejected' | 'withdrawn' | 'network_removed' | 'disconnected';
    key_id?: string | null;
    /** When a key expired. */
    at?: string;
  };
}

function explain({ reason, key_id, at }: EndedNoticeProps['end']): ReactNode {
  const key =
    key_id === null || key_id === undefined ? (
      'Your key'
    ) : (
      <>Key {<span className="mono break-all">{key_id}</span>}</>
    );
  switch (reason) {
    case 'expired':
      return at === undefined ? (
        <>{key} has expired.</>
      ) : (
        <>
          {key} expired <Time at={at} clock="indexed" />.
        </>
      );
    case 'index_reset':
      return <>{key} is unknown to the index, whose data was reset since. Its contact can claim a new key.</>;
    case 'rejected':
      return <>{key} is no longer accepted by the index: it was revoked or has expired.</>;
    case 'withdrawn':
      return 'The operator no longer lends a key.';
    case 'network_removed':
      return <>{key} belongs to a network that this console no longer reads.</>;
    case 'disconnected':
      return 'The key of the page you came from was disconnected or replaced in another tab.';
  }
}

/** Why the visitor was sent here, and that nothing else is lost. */
export function EndedNotice({ end }: EndedNoticeProps) {
  return (
    <section role="alert" className="mt-6 flex gap-3 rounded-md border border-warn/50 bg-surface px-4 py-3">
      <KeyRound size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0">
        <p>{explain(end)}</p>
        <p className="text-2">
          Connect again to return to the page you came from. Its filters, your saved views and your place in
          the feed are kept.
        </p>
      </div>
    </section>
  );
}
