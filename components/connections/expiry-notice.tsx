'use client';
import Link from 'next/link';
import { useSession } from '@/components/shell/session-context';
import { useNow } from '@/components/values/now';
import { connect, keyPage } from '@/lib/view/paths';
import { formatDuration } from '@/lib/view/time';

const DAY_MS = 86_400_000;
/** Time enough to claim another one on a working day. */
const WARN_MS = 5 * DAY_MS;
/** Told in whole minutes: a status that changes every second would be read out every second. */
const MINUTE_MS = 60_000;

/** Says on every page that the key is about to lapse. Nothing of the page waits for it. */
export function ExpiryNotice() {
  const { expires_at, key_id, network, networks } = useSession();
  const now = useNow();
  if (expires_at === null || now === null) return null;
  const left = Date.parse(expires_at) - now;
  if (!(left < WARN_MS)) return null;
  return (
    <p role="status" className="mb-3 rounded-md border border-warn/50 bg-surface px-3 py-2">
      <strong className="font-semibold text-warn">
        {left > 0
          ? `This key lapses in ${formatDuration(Math.max(MINUTE_MS, left - (left % MINUTE_MS)))}.`
          : 'This key has lapsed.'}
      </strong>{' '}
      After that <span className="mono">{key_id}</span> reads nothing, and its contact can claim a new one.
      See{' '}
      <Link href={keyPage()} prefetch={false} className="text-accent hover:underline">
        Key &amp; usage
      </Link>{' '}
      or{' '}
      <Link
        href={connect(undefined, { network: networks.length > 1 ? network : undefined })}
        prefetch={false}
        className="text-accent hover:underline"
      >
        connect another
      </Link>
      .
    </p>
  );
}
