'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo, type ReactNode } from 'react';
import { MiniColumns } from '@/components/charts/mini-columns';
import { usePageUrl } from '@/components/listing/use-url';
import { SearchSummary } from '@/components/record/event-search';
import { Failure, ignoredReason, Unloaded } from '@/components/shell/failure';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/plain-link';
import { classNames } from '@/components/ui/class-names';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Age } from '@/components/values/age';
import { Fact, Facts } from '@/components/values/facts';
import { FamilyDot } from '@/components/values/family-dot';
import { Maybe } from '@/components/values/maybe';
import { PartialAmount } from '@/components/values/amount';
import { useNowValue } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { withPageKeys } from '@/lib/client/filters';
import type { Answer } from '@/lib/contract/endpoints';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits, type Unit, counted } from '@/lib/view/amount';
import { eventRates, RATE_MINUTES } from '@/lib/view/event-rates';
import { familyLooks } from '@/lib/view/families';
import { moneyGap, moneyMoved, type MONEY_KINDS, type MoneyMoved } from '@/lib/view/money-moved';
import { events } from '@/lib/view/paths';
import { clockTime } from '@/lib/view/time';
import {
  countQuery,
  eventRatesQuery,
  FAMILIES,
  familyCountsQuery,
  hoursAgo,
  kindsOf,
  moneyQuery,
} from './overview-queries';

/** The start of the last hour; empty on the server, whose clock may differ. */
const useHourAgo = () => useNowValue((now) => (now === null ? '' : hoursAgo(1, now)));

interface HourPanelProps {
  title: string;
  /** The URL key that shows the details. */
  name: 'families' | 'money';
  since: string;
  /** What showing them costs. */
  cost: string;
  summary?: ReactNode;
  children: () => ReactNode;
}

/** Details that take many requests are read on demand; the URL remembers the choice. */
function HourPanel({ title, name, since, cost, summary, children }: HourPanelProps) {
  const url = usePageUrl();
  const zone = useZone();
  const open = url.search.get(name) === '1';
  const toggle = () => url.replace(withPageKeys(url.search, { [name]: open ? undefined : '1' }));
  return (
    <Panel
      title={title}
      note={since === '' ? undefined : `since ${clockTime(Date.parse(since), zone)}`}
      actions={
        <Button size="small" aria-expanded={open} data-tip={open ? undefined : cost} onClick={toggle}>
          {open ? 'Hide details' : 'Show details'}
        </Button>
      }
    >
      {summary}
      {open && since !== '' && children()}
    </Panel>
  );
}

export function LastHourEvents() {
  const since = useHourAgo();
  const query = useQuery({ ...eventRatesQuery(since), enabled: since !== '' });
  if (isNotProvided(failureOf(query.error))) return <CountedEvents />;
  return <EventRatesPanel since={since} query={query} />;
}

/** From the statistics of the index: one request. */
function EventRatesPanel({ since, query }: { since: string; query: UseQueryResult<Answer<'stats.events'>> }) {
  const zone = useZone();
  const { data, dataUpdatedAt } = query;
  const rates = useMemo(
    () =>
      data === undefined || since === '' ? null : eventRates(data.groups, Date.parse(since), dataUpdatedAt),
    [data, since, dataUpdatedAt],
  );
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
              <Age at={dataUpdatedAt} after={60_000} />
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
          <FamilyBars
            since={since}
            reason={null}
            counts={FAMILIES.map((family) => rates.byFamily.get(family) ?? 0)}
          />
        </>
      )}
    </Panel>
  );
}

/** By counting the history, where the index has no statistics. */
function CountedEvents() {
  const since = useHourAgo();
  const filters = { created_after: since };
  const options = countQuery('events.list', filters);
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...options, enabled: since !== '' });
  const check = useFilterCheck('events.list', {}, filters, data ?? null);
  const { total } = check;
  const reason = ignoredReason(check);
  return (
    <HourPanel
      title="Events in the last hour"
      name="families"
      since={since}
      cost={`Counts each event family: ${FAMILIES.length} requests`}
      summary={
        error !== null && data === undefined ? (
          <Failure what="the number of events" error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="px-3 py-2">
            <Link
              href={events(filters)}
              prefetch={false}
              className="text-lg font-semibold tracking-tight hover:text-accent"
            >
              {reason !== null && <Maybe value={null} reason={reason} />}
              {reason === null && (total === null ? '…' : groupDigits(total))}
            </Link>{' '}
            <span className="text-3">
              events{total !== null && `, ${(total / 60).toFixed(1)} per minute`}
            </span>{' '}
            <Age at={dataUpdatedAt} after={options.staleTime} />
          </p>
        )
      }
    >
      {() => <FamilyCounts since={since} reason={reason} />}
    </HourPanel>
  );
}

/** `reason`: why the events of the hour can't be counted. */
function FamilyCounts({ since, reason }: { since: string; reason: string | null }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(familyCountsQuery(since));
  if (error !== null && data === undefined)
    return <Failure what="events by family" error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy={data === undefined || isPlaceholderData} className="border-t border-line">
      <FamilyBars since={since} reason={reason} counts={data} />
    </div>
  );
}

interface FamilyBarsProps {
  since: string;
  /** Why nothing is known. */
  reason: string | null;
  /** In the order of FAMILIES; undefined while they are read, null where one is unknown. */
  counts: readonly (number | null)[] | undefined;
}

function FamilyBars({ since, reason, counts }: FamilyBarsProps) {
  const most = Math.max(1, ...(counts ?? []).map((count) => count ?? 0));
  return (
    <ul aria-label="Events in the last hour by family" className="px-3 py-2">
      {FAMILIES.map((family, index) => {
        const count = reason === null ? counts?.[index] : null;
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
                <rect
                  width={((count ?? 0) / most) * 1000}
                  height="10"
                  style={{ fill: `var(--color-fam-${hue})` }}
                />
              </svg>
              <span className="text-right">
                {count === undefined ? (
                  '…'
                ) : (
                  <Maybe value={count} reason={reason ?? 'the index rejected or ignored this filter'}>
                    {(known) => groupDigits(known)}
                  </Maybe>
                )}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type MoneyFigure = [label: string, kind: (typeof MONEY_KINDS)[number], value: bigint, unit: Unit];

function figuresOf({ fees, opened, budgets, staked, claimed }: MoneyMoved): MoneyFigure[] {
  return [
    ['Gas paid', 'ExecutionPaymentFeesRecordedEvent', fees.gas_fee_mist, 'sui'],
    ['Tool fees', 'ExecutionPaymentFeesRecordedEvent', fees.tool_fee_mist, 'sui'],
    ['Priority fees', 'ExecutionPaymentFeesRecordedEvent', fees.priority_fee_mist, 'sui'],
    [`Budgets of ${counted(opened, 'new payment')}`, 'AgentSkillPaymentCreatedEvent', budgets, 'sui'],
    ['Staked', 'StakeDepositedEvent', staked, 'us'],
    ['Stake claimed', 'UnstakeClaimedEvent', claimed, 'us'],
  ];
}

/** Amounts recorded on chain, each in its own unit and leading to its events. */
export function LastHourMoney() {
  const since = useHourAgo();
  return (
    <HourPanel
      title="Money moved in the last hour"
      name="money"
      since={since}
      cost="Reads up to 1,000 events: at most 10 requests"
    >
      {() => <MoneyFigures since={since} />}
    </HourPanel>
  );
}

function MoneyFigures({ since }: { since: string }) {
  const query = useQuery(moneyQuery(since));
  const { data, isPlaceholderData } = query;
  const moved = useMemo(() => (data === undefined ? null : moneyMoved(data.items)), [data]);
  if (data === undefined || moved === null)
    return (
      <Unloaded query={query} what="money events" waiting={<p className="px-3 py-2 text-3">Loading…</p>} />
    );
  return (
    <div aria-busy={isPlaceholderData} className={classNames('px-3 pb-2', isPlaceholderData && 'opacity-55')}>
      <Facts className="sm:grid! sm:grid-cols-3!">
        {figuresOf(moved).map(([label, kind, value, unit]) => (
          <Fact key={label} label={label}>
            <TextLink quiet href={events({ kinds: shortKindName(kind), created_after: since })}>
              <PartialAmount sum={value} unit={unit} gap={moneyGap(kind, moved, data)} />
            </TextLink>
          </Fact>
        ))}
      </Facts>
      {moved.begunBefore > 0 && (
        <p className="text-xs text-3">
          Fees are lower bounds: {counted(moved.begunBefore, 'payment')} started before this hour
        </p>
      )}
      <SearchSummary about={data} />
    </div>
  );
}
