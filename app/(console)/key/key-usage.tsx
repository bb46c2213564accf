'use client';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '@/components/ui/chip';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/error-panel';
import { useNow } from '@/components/values/now';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { busiestHour, totalOf, totalSince } from '@/lib/view/usage';
import { CustomWindow, useUsageUrl, WINDOW_WORDS, windowOf } from './time-range';
import { KeyActions } from './key-actions';
import { KeyFacts } from './key-facts';
import { OwnShare, RouteTables } from './route-tables';
import { UsageChart } from './usage-chart';

/** The index updates its counters about every ten seconds. */
const AGAIN_MS = 20_000;
const DAY_MS = 86_400_000;

export function KeyUsage() {
  const [url, setUrl] = useUsageUrl();
  const now = useNow();
  const window = windowOf(url, now);
  const enabled = window !== null;
  const dayStart = now === null ? null : Math.floor(now / DAY_MS) * DAY_MS;
  const chart = useQuery({
    ...endpointQuery('keys.usage', {}, { ...window, granularity: url.granularity, group_by: url.group_by }),
    enabled,
    refetchInterval: AGAIN_MS,
  });
  // By route, whatever the chart is grouped by; a separate response, so its tables print their own time.
  const routes = useQuery({
    ...endpointQuery('keys.usage', {}, { ...window, granularity: 'total', group_by: 'route' }),
    enabled,
    refetchInterval: AGAIN_MS,
  });
  const today = useQuery({
    ...endpointQuery(
      'keys.usage',
      {},
      { from: new Date(dayStart ?? 0).toISOString(), granularity: 'total', group_by: 'scope' },
    ),
    enabled: dayStart !== null,
    refetchInterval: AGAIN_MS,
  });
  // After midnight, yesterday's report is shown until today's has loaded.
  const isTodayKnown = today.data !== undefined && !today.isPlaceholderData && dayStart !== null;
  const missing = today.isError ? null : undefined;
  const todayTotal = isTodayKnown ? totalSince(today.data, dayStart) : missing;

  return (
    <>
      <PageHeader title="Key & usage" actions={<KeyActions />} />
      <KeyFacts
        total={chart.data === undefined ? null : totalOf(chart.data)}
        failure={chart.error?.message ?? null}
        today={todayTotal}
        todayFailure={today.error?.message ?? 'the index reported another range'}
        busiest={chart.data === undefined ? null : busiestHour(chart.data)}
        busiestReason={
          url.granularity === 'hour' ? 'no requests in this range' : 'only the Hour interval shows it'
        }
        span={url.window === 'custom' ? 'selected range' : WINDOW_WORDS[url.window]}
      />
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Choice
          label="Time range"
          value={url.window}
          onChange={(chosen) =>
            void setUrl({ window: chosen, ...(chosen === 'custom' ? {} : { from: null, to: null }) })
          }
          options={[
            { value: '48h', label: WINDOW_WORDS['48h'] },
            { value: '7d', label: WINDOW_WORDS['7d'] },
            { value: '30d', label: WINDOW_WORDS['30d'] },
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
      {url.window === 'custom' && (
        <CustomWindow
          key={`${url.from} ${url.to}`}
          from={url.from}
          to={url.to}
          onChange={(chosen) => void setUrl(chosen)}
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
