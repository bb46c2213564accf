'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { MiniColumns } from '@/components/charts/mini-columns';
import { Unloaded } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { useMay } from '@/components/shell/session-context';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Age } from '@/components/values/age';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { FamilyDot } from '@/components/values/family-dot';
import { useNowValue } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpoints } from '@/lib/contract/endpoints';
import type { CostGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { eventRates, RATE_MINUTES } from '@/lib/view/event-rates';
import { familyLooks } from '@/lib/view/event-families';
import { analyze, events, executions } from '@/lib/view/paths';
import { clockTime } from '@/lib/view/time';
import { costsQuery, eventRatesQuery, FAMILIES, hoursAgo, kindsOf } from './overview-queries';

/** The start of the last hour; empty on the server, whose clock may differ. */
const useHourAgo = () => useNowValue((now) => (now === null ? '' : hoursAgo(1, now)));

/** Events by minute and family. */
export function LastHourEvents() {
  const since = useHourAgo();
  const mayReadExecutions = useMay(endpoints['stats.executions'].access);
  const query = useQuery({ ...eventRatesQuery(since), enabled: since !== '' });
  const zone = useZone();
  const { data, error } = query;
  const answered = answeredAt(query);
  const rates = useMemo(
    () => (data === undefined || since === '' ? null : eventRates(data.groups, Date.parse(since), answered)),
    [data, since, answered],
  );
  // The panel of executions says so where it is shown.
  if (isNotProvided(failureOf(error))) return mayReadExecutions ? null : <NoStatistics />;
  const perMinute = (rate: number) => `${rate.toFixed(1)} per minute`;
  return (
    <Panel
      title="Events in the last hour"
      note={since === '' ? undefined : `since ${clockTime(Date.parse(since), zone)}`}
      actions={<TextLink href={events({ created_after: since })}>View all</TextLink>}
    >
      {rates === null ? (
        <Unloaded
          query={query}
          what="the number of events"
          waiting={<Skeleton className="m-3 block h-40" />}
        />
      ) : (
        <>
          <Facts className="my-0! rounded-none! border-0! sm:grid! sm:grid-cols-3!">
            <Fact label="Events">
              <span className="text-lg font-semibold tracking-tight">{groupDigits(rates.total)}</span>{' '}
              <Age at={answered} after={60_000} />
            </Fact>
            <Fact label={`Last ${RATE_MINUTES} minutes`}>{perMinute(rates.recent)}</Fact>
            <Fact label="An hour ago">{perMinute(rates.earlier)}</Fact>
          </Facts>
          <MiniColumns
            className="mx-3 h-12"
            label={`Events per minute in the last hour: ${perMinute(rates.recent)} in the last ${RATE_MINUTES} minutes, ${perMinute(rates.earlier)} an hour ago`}
            fills={['bg-accent']}
            columns={rates.minutes.map(({ start, count }) => ({
              key: String(start),
              counts: [count],
              tip: `${clockTime(start, zone)}: ${counted(count, 'event')}`,
            }))}
          />
          <FamilyBars since={since} byFamily={rates.byFamily} />
        </>
      )}
    </Panel>
  );
}

interface FamilyBarsProps {
  since: string;
  byFamily: ReadonlyMap<string, number>;
}

function FamilyBars({ since, byFamily }: FamilyBarsProps) {
  const most = Math.max(1, ...byFamily.values());
  return (
    <ul aria-label="Events in the last hour by family" className="px-3 py-2">
      {FAMILIES.map((family) => {
        const count = byFamily.get(family) ?? 0;
        const { label, hue } = familyLooks[family];
        return (
          <li key={family}>
            <Link
              href={events({ kinds: kindsOf(family), created_after: since })}
              prefetch={false}
              className="grid grid-cols-[128px_minmax(0,1fr)_64px] items-center gap-3 rounded-sm py-[3px] hover:bg-surface-2"
            >
              <span className="inline-flex items-center gap-2">
                <FamilyDot hue={hue} />
                {label}
              </span>
              <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden className="h-2 w-full">
                <rect width="1000" height="10" className="fill-surface-3" />
                <rect width={(count / most) * 1000} height="10" style={{ fill: `var(--color-fam-${hue})` }} />
              </svg>
              <span className="text-right">{groupDigits(count)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function moneyFigures(costs: CostGroup): [label: string, mist: bigint | null][] {
  return [
    ['Gas paid', costs.gas_mist],
    ['Tool fees', costs.tool_cost_mist],
    ['Priority fees', costs.priority_fee_mist],
    ['Total', costs.total_mist],
    ['Mean per execution', costs.mean_mist],
    ['p95 cost', costs.cost_p95_mist],
  ];
}

/** What the executions started in the last hour have cost so far. */
export function LastHourMoney() {
  const since = useHourAgo();
  const zone = useZone();
  const query = useQuery({ ...costsQuery(since), enabled: since !== '' });
  const { data, error } = query;
  const answered = answeredAt(query);
  if (isNotProvided(failureOf(error))) return null;
  const costs = data?.groups[0];
  return (
    <Panel
      title="Money moved in the last hour"
      note={since === '' ? undefined : `by executions started since ${clockTime(Date.parse(since), zone)}`}
      actions={
        <>
          <TextLink href={analyze({ period: '24h' })}>Analyze</TextLink>
          <TextLink href={executions({ created_after: since })}>View all</TextLink>
        </>
      }
    >
      {data === undefined && (
        <Unloaded
          query={query}
          what="the cost of executions"
          waiting={<Skeleton className="m-3 block h-20" />}
        />
      )}
      {data !== undefined && costs === undefined && (
        <p className="px-3 py-2 text-2">No executions started in this hour</p>
      )}
      {costs !== undefined && (
        <>
          <Facts className="my-0! rounded-none! border-0 border-b! sm:grid! sm:grid-cols-3!">
            {moneyFigures(costs).map(([label, mist]) => (
              <Fact key={label} label={label}>
                <Amount value={mist} unit="sui" reason="no execution has a known cost" rounded />
              </Fact>
            ))}
          </Facts>
          <p className="px-3 py-2 text-xs text-3">
            {counted(costs.priced, 'execution')}
            {costs.priced < costs.count &&
              `; ${groupDigits(costs.count - costs.priced)} without a known cost`}{' '}
            <Age at={answered} after={costsQuery(since).staleTime} />
          </p>
        </>
      )}
    </Panel>
  );
}
