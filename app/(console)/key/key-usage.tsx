'use client';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '@/components/ui/chip';
import { ListingNotes } from '@/components/listing/listing-notes';
import { usePageUrl } from '@/components/listing/use-url';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/error-panel';
import { useNow, useNowValue } from '@/components/values/now';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { percentOf } from '@/lib/view/percent';
import { covers, sumSince, totalOf, totalSince, UNKNOWN_CLASS, type UsageSum } from '@/lib/view/usage';
import { CustomWindow, useUsageUrl, WINDOW_WORDS } from './time-range';
import { boundsOf, droppedOf, usageQueries } from './usage-queries';
import { KeyActions } from './key-actions';
import { OwnShare, RouteTables } from './route-tables';
import { UsageChart } from './usage-chart';
import { useSession } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Tip } from '@/components/ui/tip';
import { Maybe } from '@/components/values/maybe';
import { Percent } from '@/components/values/percent';
import { Time } from '@/components/values/time';
import { groupDigits, counted } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { issuedKeyReasons } from '@/lib/view/null-reasons/keys';
import { formatDuration } from '@/lib/view/time';
import { useRateLimit } from './use-rate-limit';
import { Mono } from '@/components/ui/mono';

/** Below this fraction of the limit the remaining requests are a warning. */
const LOW = 0.1;

/** Reserves the line below a figure, so that nothing moves when the response arrives. */
const SecondLine = () => <span aria-hidden className="block h-[18px]" />;

/** The rate limit per the last response. */
function Limit() {
  const { seen, perMinute: most } = useRateLimit();
  const now = useNow();
  const untilReset = seen === null || now === null || seen.resets_at === null ? null : seen.resets_at - now;
  const low =
    seen !== null && most !== null && seen.remaining < most * LOW && (untilReset === null || untilReset > 0);
  return (
    <>
      <Maybe value={most} reason="the index doesn't report its limit">
        {(limit) => `${groupDigits(BigInt(limit))} requests/min`}
      </Maybe>
      {seen === null ? (
        <SecondLine />
      ) : (
        <Tip
          className={low ? 'block text-xs text-warn' : 'block text-xs text-3'}
          tip={`Per the index's last response${low ? '. Requests beyond the limit are refused until the reset; pages wait and retry' : ''}`}
        >
          {low && 'only '}
          {groupDigits(BigInt(seen.remaining))} left
          {untilReset !== null &&
            (untilReset > 0
              ? ` · resets in ${formatDuration(Math.ceil(untilReset / 1000) * 1000)}`
              : ' · resets now')}
        </Tip>
      )}
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
  /** The time range, in words. */
  span: string;
  includesToday: boolean;
}

function KeyFacts(props: KeyFactsProps) {
  const { total, failure, today, todayFailure, span, includesToday } = props;
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
      <Fact label="Key ID">
        <Mono>{session.key_id}</Mono>
      </Fact>
      <Fact label="Index">
        <span title={session.index.host}>{session.index.host}</span>
        <span className="block text-xs text-3">
          release <Maybe value={session.index.release} reason="the index doesn't report its release" />
        </span>
      </Fact>
      <Fact label="Scopes">
        <Tip tip={session.scopes.join('\n')}>
          {counted(session.scopes.length, 'read scope')}
          <span className="sr-only">: {session.scopes.join(', ')}</span>
        </Tip>
      </Fact>
      <Fact label="Rate limit">
        <Limit />
      </Fact>
      <Fact label="Expires">
        <Time
          at={session.expires_at}
          clock="indexed"
          reason={nullReason(issuedKeyReasons, 'expires_at', null)}
        />
      </Fact>
      <Fact label="Requests today, UTC">
        {today === undefined ? (
          <Skeleton className="h-3.5 w-16" />
        ) : (
          <Maybe value={today} reason={todayFailure}>
            {(requests) => {
              // Two reports of different moments: a range that includes today has at least as many.
              const most = total === null || !includesToday ? requests : total.requests;
              return groupDigits(requests > most ? most : requests);
            }}
          </Maybe>
        )}
      </Fact>
      <Fact label={`Requests, ${span}`}>
        {total === null ? (
          waiting
        ) : (
          <>
            {groupDigits(total.requests)}
            {total.mean_ms !== null && (
              <Tip className="block text-xs text-3" tip="Mean over all requests">
                {total.mean_ms} ms mean
              </Tip>
            )}
          </>
        )}
      </Fact>
      <Fact label="Failed">
        {total === null ? (
          waiting
        ) : (
          <Maybe value={total.failed} reason={UNKNOWN_CLASS}>
            {(failed) => (
              <>
                <Percent value={percentOf(failed, total.requests)} reason="no requests" />
                <span className="block text-xs text-3">{groupDigits(failed)} with status 4xx or 5xx</span>
              </>
            )}
          </Maybe>
        )}
      </Fact>
    </Facts>
  );
}

/** The index updates its counters about every ten seconds. */
const AGAIN_MS = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function KeyUsage() {
  const [url, setUrl] = useUsageUrl();
  const { search } = usePageUrl();
  // Ranges are of whole hours: the page, with its chart and tables, is not rendered again every second.
  const hour = useNowValue((now) => (now === null ? '' : String(Math.floor(now / HOUR_MS) * HOUR_MS)));
  const now = hour === '' ? null : Number(hour);
  const dayStart = now === null ? null : Math.floor(now / DAY_MS) * DAY_MS;
  const queries = usageQueries(url, now);
  const chart = useQuery({ ...queries.chart, refetchInterval: AGAIN_MS });
  // A separate response, so its tables print their own time.
  const routes = useQuery({ ...queries.routes, refetchInterval: AGAIN_MS });
  const includesToday =
    chart.data !== undefined &&
    now !== null &&
    dayStart !== null &&
    (url.window !== 'custom' || covers(chart.data, dayStart, now));
  const todayOfChart = includesToday ? sumSince(chart.data, dayStart) : null;
  const today = useQuery({
    ...endpointQuery(
      'keys.usage',
      {},
      { from: new Date(dayStart ?? 0).toISOString(), granularity: 'total', group_by: 'scope' },
    ),
    // Two reports of different moments could show more requests today than in the whole range.
    enabled: dayStart !== null && !chart.isPending && todayOfChart === null,
    refetchInterval: AGAIN_MS,
  });
  // After midnight, yesterday's report is shown until today's has loaded.
  const isTodayKnown = today.data !== undefined && !today.isPlaceholderData && dayStart !== null;
  const missing = today.isError ? null : undefined;
  const todayTotal = todayOfChart ?? (isTodayKnown ? totalSince(today.data, dayStart) : missing);

  return (
    <>
      <PageHeader title="Key & usage" actions={<KeyActions />} />
      <KeyFacts
        total={chart.data === undefined ? null : totalOf(chart.data)}
        failure={chart.error?.message ?? null}
        today={todayTotal}
        todayFailure={today.error?.message ?? 'the index reported another range'}
        includesToday={includesToday}
        span={url.window === 'custom' ? 'selected range' : WINDOW_WORDS[url.window]}
      />
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Choice
          label="Time range"
          value={url.window}
          onChange={(selection) =>
            void setUrl({ window: selection, ...(selection === 'custom' ? {} : { from: null, to: null }) })
          }
          options={[
            { value: '48h', label: '48 h' },
            { value: '7d', label: '7 days' },
            { value: '30d', label: '30 days' },
            { value: 'custom', label: 'Custom' },
          ]}
        />
        <Choice
          label="Interval"
          value={url.granularity}
          onChange={(granularity) => void setUrl({ granularity })}
          options={[
            { value: 'hour', label: 'Hour' },
            { value: 'day', label: 'Day' },
            { value: 'total', label: 'Total' },
          ]}
        />
        <Choice
          label="Grouping"
          value={url.group_by}
          onChange={(group_by) => void setUrl({ group_by })}
          options={[
            { value: 'scope', label: 'By scope' },
            { value: 'route', label: 'By route' },
          ]}
        />
        <span className="text-3 md:ml-auto">Latest hour incomplete: counters are written in batches</span>
      </div>
      <ListingNotes dropped={droppedOf(search)} renamed={[]} />
      {url.window === 'custom' && (
        <CustomWindow
          key={`${url.from} ${url.to}`}
          bounds={boundsOf(url)}
          onChange={(selection) => void setUrl(selection)}
        />
      )}
      <PanelBoundary name="the chart">
        <UsageChart query={chart} view={url.view} onView={(view) => void setUrl({ view })} />
      </PanelBoundary>
      <PanelBoundary name="the tables">
        <RouteTables report={chart} routes={routes} />
      </PanelBoundary>
      <PanelBoundary name="requests by client">
        <OwnShare routes={routes} />
      </PanelBoundary>
    </>
  );
}
