'use client';
import { useQuery } from '@tanstack/react-query';
import { LeaveButton } from './leave-button';
import { Choice } from '@/components/ui/chip';
import { Fact, Facts } from '@/components/ui/facts';
import { PageHeader } from '@/components/ui/page-header';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { useSession } from '@/components/shell/session-context';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { percent, totalOf } from '@/lib/view/usage';
import { UsageChart } from './usage-chart';
import { RouteTables } from './route-tables';
import { useUsageUrl, WINDOW_WORDS, WINDOWS } from './usage-url';

const HOUR_MS = 3_600_000;
/** The index writes its counters about every ten seconds. */
const AGAIN_MS = 20_000;

/** Start of a window of so many hours, the present one included; null while the present is not known. */
function startOf(hours: number, now: number | null): string | null {
  return now === null ? null : new Date((Math.floor(now / HOUR_MS) + 1 - hours) * HOUR_MS).toISOString();
}

export function KeyUsage() {
  const session = useSession();
  const [url, setUrl] = useUsageUrl();
  const from = startOf(WINDOWS[url.window], useNow());
  const enabled = from !== null;
  const given = enabled ? { from } : {};
  const chart = useQuery({
    ...endpointQuery('keys.usage', {}, { ...given, granularity: url.granularity, group_by: url.group_by }),
    enabled,
    refetchInterval: AGAIN_MS,
  });
  const routes = useQuery({
    ...endpointQuery('keys.usage', {}, { ...given, granularity: 'total', group_by: 'route' }),
    enabled,
    refetchInterval: AGAIN_MS,
  });
  const total = routes.data === undefined ? null : totalOf(routes.data);
  const waiting = <Skeleton className="h-3.5 w-16" />;

  return (
    <>
      <PageHeader title="Key & usage" actions={<LeaveButton />} />
      <Facts>
        <Fact label="Key id">
          <span className="mono">{session.key_id}</span>
        </Fact>
        <Fact label="Scopes">
          <span data-tip={session.scopes.join('\n')}>
            {session.scopes.length} read {session.scopes.length === 1 ? 'scope' : 'scopes'}
            <span className="sr-only">: {session.scopes.join(', ')}</span>
          </span>
        </Fact>
        <Fact label="Expires">
          <Time at={session.expires_at} clock="indexed" reason={nullReason('issuedKey', 'expires_at')} />
        </Fact>
        <Fact label={`Requests, ${WINDOW_WORDS[url.window]}`}>
          {total === null ? waiting : groupDigits(total.requests)}
        </Fact>
        <Fact label="Failed">
          {total === null ? (
            waiting
          ) : (
            <>
              <Maybe
                value={percent(total.failed, total.requests)}
                reason="there were no requests to divide by"
              />{' '}
              <span className="text-3">{groupDigits(total.failed)} of class 4xx or 5xx</span>
            </>
          )}
        </Fact>
        <Fact label="Mean time">
          {total === null ? (
            waiting
          ) : (
            <Maybe value={total.mean_ms} reason="there were no requests">
              {(ms) => `${ms} ms`}
            </Maybe>
          )}
        </Fact>
      </Facts>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Choice
          label="Window"
          value={url.window}
          onChange={(window) => void setUrl({ window })}
          options={[
            { value: '48h', label: WINDOW_WORDS['48h'] },
            { value: '7d', label: WINDOW_WORDS['7d'] },
            { value: '30d', label: WINDOW_WORDS['30d'] },
          ]}
        />
        <Choice
          label="Width of a bucket"
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
        <span className="text-3 md:ml-auto">
          the newest bucket can still grow: counters are written in batches
        </span>
      </div>
      <PanelBoundary name="The chart">
        <UsageChart query={chart} view={url.view} onView={(view) => void setUrl({ view })} />
      </PanelBoundary>
      <PanelBoundary name="The tables">
        <RouteTables query={routes} />
      </PanelBoundary>
    </>
  );
}
