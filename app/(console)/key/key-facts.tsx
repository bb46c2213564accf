'use client';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { groupDigits, counted } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { formatDuration } from '@/lib/view/time';
import { percent, type BusiestHour, type UsageSum } from '@/lib/view/usage';
import { useRateLimit } from './use-rate-limit';

/** Below this fraction of the limit the remaining requests are a warning. */
const LOW = 0.1;

/** Reserves the line below a figure, so that nothing moves when the response arrives. */
const SecondLine = () => <span aria-hidden className="block h-[18px]" />;

/** The rate limit per the last response. */
function Limit() {
  const { seen, perMinute: most } = useRateLimit();
  const now = useNow();
  const left = seen === null || now === null || seen.resets_at === null ? null : seen.resets_at - now;
  const low = seen !== null && most !== null && seen.remaining < most * LOW && (left === null || left > 0);
  return (
    <>
      <Maybe value={most} reason="the index doesn't report its limit">
        {(given) => `${groupDigits(BigInt(given))} requests/min`}
      </Maybe>
      {seen === null ? (
        <SecondLine />
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

interface BusiestMinuteProps {
  hour: BusiestHour | null;
  reason: string;
}

/** What is known of the busiest minute: an index counts whole hours. */
function BusiestMinute({ hour, reason }: BusiestMinuteProps) {
  const { perMinute } = useRateLimit();
  if (hour === null) return <Maybe value={null} reason={reason} />;
  const share = perMinute === null ? null : percent(hour.minute_at_least, BigInt(perMinute));
  return (
    <>
      <span
        data-tip={`Mean over the busiest hour, which had ${counted(hour.requests, 'request')}. The index counts whole hours, so the peak can be higher.`}
      >
        at least {groupDigits(hour.minute_at_least)}
      </span>
      {share !== null && <span className="block text-xs text-3">{share} of the limit</span>}
    </>
  );
}

interface KeyFactsProps {
  /** Null while loading. */
  total: UsageSum | null;
  /** Why the totals couldn't be loaded. */
  failure: string | null;
  /** Undefined while loading, null when unknown. */
  today: bigint | null | undefined;
  todayFailure: string;
  busiest: BusiestHour | null;
  /** Why the busiest minute is unknown. */
  busiestReason: string;
  /** The time range, in words. */
  span: string;
}

export function KeyFacts(props: KeyFactsProps) {
  const { total, failure, today, todayFailure, busiest, busiestReason, span } = props;
  const session = useSession();
  const waiting =
    failure === null ? (
      <>
        <Skeleton className="h-3.5 w-16" />
        <SecondLine />
      </>
    ) : (
      <Maybe value={null} reason={failure} />
    );
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
      <Fact label="Requests today, UTC">
        {today === undefined ? (
          <Skeleton className="h-3.5 w-16" />
        ) : (
          <Maybe value={today} reason={todayFailure}>
            {(requests) => groupDigits(requests)}
          </Maybe>
        )}
      </Fact>
      <Fact label={`Busiest minute, ${span}`}>
        {total === null ? waiting : <BusiestMinute hour={busiest} reason={busiestReason} />}
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
