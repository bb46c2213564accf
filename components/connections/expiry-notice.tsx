'use client';
import Link from 'next/link';
import { useSession } from '@/components/shell/session-context';
import { useNow } from '@/components/values/now';
import { connect, keyPage } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';
import { Mono } from '@/components/ui/mono';

const DAY_MS = 86_400_000;
/** Leaves a working day to claim another key. */
const WARN_MS = 5 * DAY_MS;
/** In whole minutes: a screen reader announces every change. */
const MINUTE_MS = 60_000;

/** Warns on every page that the key is about to expire. */
export function ExpiryNotice() {
  const { expires_at, key_id, network, networks } = useSession();
  const now = useNow();
  if (expires_at === null || now === null) return null;
  const remaining = Date.parse(expires_at) - now;
  if (!(remaining < WARN_MS)) return null;
  return (
    <p role="status" className="mb-3 rounded-md border border-warn/50 bg-surface px-3 py-2">
      <strong className="font-semibold text-warn">
        {remaining > 0
          ? `This key expires in ${formatDuration(Math.max(MINUTE_MS, remaining - (remaining % MINUTE_MS)))}.`
          : 'This key has expired.'}
      </strong>{' '}
      After that, <Mono>{key_id ?? 'it'}</Mono> stops working and its contact can claim a new one. See{' '}
      <Link href={keyPage()} prefetch={false} className="text-accent hover:underline">
        Key &amp; usage
      </Link>{' '}
      or{' '}
      <Link
        href={connect(undefined, { network: networks.length > 1 ? network : undefined })}
        prefetch={false}
        className="text-accent hover:underline"
      >
        connect another key
      </Link>
      .
    </p>
  );
}
