'use client';
import { useSyncExternalStore } from 'react';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { limitSeen, onLimitSeen } from '@/lib/client/limit-seen';
import { groupDigits, counted } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { formatDuration } from '@/lib/view/time';
import { percent, type UsageSum } from '@/lib/view/usage';

/** Below this fraction of the limit the remaining requests are a warning. */
const LOW = 0.1;

/** The rate limit per the last response. */
function Limit() {
  const { requests_per_minute } = useSession();
  const seen = useSyncExternalStore(onLimitSeen, limitSeen, () => null);
  const now = useNow();
  const most = seen?.limit ?? requests_per_minute;
  const left = seen === null || now === null || seen.resets_at === null ? null : seen.resets_at - now;
  const low = seen !== null && most !== null && seen.remaining < most * LOW && (left === null || left > 0);
  return (
    <>
      <Maybe value={most} reason="the index doesn't report its limit">
        {(given) => `${groupDigits(BigInt(given))} requests/min`}
      </Maybe>
      {seen === null ? (
        // Reserves the line, so that nothing moves when the first response arrives.
        <span aria-hidden className="block h-[18px]" />
      ) : (
        <span
          className={low ? 'block text-xs text-warn' : 'block text-xs text-3'}
          data-tip={`Per the index's last response${low ? '. Requests beyond the limit are refused until the reset; pages wait and retry' : ''}`}
        >
          {low && 'only '}
          {groupDigits(BigInt(seen.remaining))} left
          {left !== null &&
            (left > 0 ? ` · resets in ${formatDuration(Math.ceil(left / 1000) * 1000)}` : ' · resets now')}
        </span>
      )}
    </>
  );
}

interface KeyFactsProps {
  /** Null while loading. */
  total: UsageSum | null;
  /** Why the totals couldn't be loaded. */
  failure: string | null;
  /** The time range, in words. */
  span: string;
}

export function KeyFacts({ total, failure, span }: KeyFactsProps) {
  const session = useSession();
  const waiting =
    failure === null ? <Skeleton className="h-3.5 w-16" /> : <Maybe value={null} reason={failure} />;
  return (
    <Facts>
      <Fact label="Key id">
        <span className="mono">{session.key_id}</span>
      </Fact>
      <Fact label="Scopes">
        <span data-tip={session.scopes.join('\n')}>
          {counted(session.scopes.length, 'read scope')}
          <span className="sr-only">: {session.scopes.join(', ')}</span>
        </span>
      </Fact>
      <Fact label="Rate limit">
        <Limit />
      </Fact>
      <Fact label="Expires">
        <Time at={session.expires_at} clock="indexed" reason={nullReason('issuedKey', 'expires_at')} />
      </Fact>
      <Fact label={`Requests, ${span}`}>
        {total === null ? (
          waiting
        ) : (
          <>
            {groupDigits(total.requests)}
            {total.mean_ms !== null && (
              <span className="block text-xs text-3" data-tip="Mean over all requests">
                {total.mean_ms} ms mean
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact label="Failed">
        {total === null ? (
          waiting
        ) : (
          <>
            <Maybe value={percent(total.failed, total.requests)} reason="no requests" />
            <span className="block text-xs text-3">{groupDigits(total.failed)} with status 4xx or 5xx</span>
          </>
        )}
      </Fact>
    </Facts>
  );
}
