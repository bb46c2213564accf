'use client';
import { useSyncExternalStore } from 'react';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { limitSeen, onLimitSeen } from '@/lib/client/limit-seen';
import { groupDigits } from '@/lib/view/amount';
import { counted } from '@/lib/view/counted';
import { nullReason } from '@/lib/view/null-reasons';
import { formatDuration } from '@/lib/view/time';
import { percent, type UsageSum } from '@/lib/view/usage';

/** Less than this part of a minute's requests is worth a warning. */
const LOW = 0.1;

/** What the last answer said of the limit: it changes with every read. */
function Limit() {
  const { requests_per_minute } = useSession();
  const seen = useSyncExternalStore(onLimitSeen, limitSeen, () => null);
  const now = useNow();
  const most = seen?.limit ?? requests_per_minute;
  const left = seen === null || now === null || seen.resets_at === null ? null : seen.resets_at - now;
  const low = seen !== null && most !== null && seen.remaining < most * LOW && (left === null || left > 0);
  return (
    <>
      <Maybe value={most} reason="the index did not say how many requests it allows">
        {(given) => `${counted(BigInt(given), 'request')} a minute`}
      </Maybe>
      {seen === null ? (
        // Its line is there from the beginning, so that nothing below moves when the first answer comes.
        <span aria-hidden className="block h-[18px]" />
      ) : (
        <span
          className={low ? 'block text-xs text-warn' : 'block text-xs text-3'}
          data-tip={
            low
              ? 'As the index said with its last answer to this page. What is asked beyond the limit is refused until then; pages wait and ask again.'
              : 'As the index said with its last answer to this page.'
          }
        >
          {low && 'only '}
          {groupDigits(BigInt(seen.remaining))} left
          {left !== null &&
            (left > 0 ? `, anew in ${formatDuration(Math.ceil(left / 1000) * 1000)}` : ', anew now')}
        </span>
      )}
    </>
  );
}

interface KeyFactsProps {
  /** Null while the sums are on their way. */
  total: UsageSum | null;
  /** Why there are none, where they could not be read. */
  failure: string | null;
  /** The window, in words. */
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
      <Fact label="Limit, set by the index">
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
              <span className="block text-xs text-3" data-tip="The mean of all requests, each counted once.">
                {total.mean_ms} ms on average
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
            <Maybe
              value={percent(total.failed, total.requests)}
              reason="there were no requests to divide by"
            />
            <span className="block text-xs text-3">{groupDigits(total.failed)} of class 4xx or 5xx</span>
          </>
        )}
      </Fact>
    </Facts>
  );
}
