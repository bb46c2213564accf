'use client';
// What the leaders list adds to its rows: share of all stake, stake over 30 days, and the last status change. Each is one
// read for all rows.
import { useQuery } from '@tanstack/react-query';
import { Percent } from '@/components/values/percent';
import { NewestEvent } from '@/components/record/event-search';
import { Unread } from '@/components/shell/read-failure';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNowValue } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery, gapIn } from '@/lib/client/queries/events-about-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Leader } from '@/lib/contract/leaders';
import { formatAmount, LARGE, unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { leaderRegistryReasons } from '@/lib/view/null-reasons/leaders';
import { stateBegan } from '@/lib/view/leader-state';
import { percentShares } from '@/lib/view/percent';
import { MOVING_KINDS, poolMoves, type PoolMoves } from '@/lib/view/stake-history';

/** The maximum page size. */
const MAX_SUMMED = 100;

export const pooledStakeQuery = endpointQuery('leaders.list', {}, { page_size: String(MAX_SUMMED) });

export const NOT_ALL_CAPS = 'more leader caps than one request returns';

/** The stake of every leader cap; null where one page does not hold them all. */
export function pooledStakeOf({ items, metadata }: Answer<'leaders.list'>): bigint | null {
  if (metadata.next_token !== null || (metadata.total_items ?? 0) > items.length) return null;
  return items.reduce((total, { stake_pool_total }) => total + stake_pool_total, 0n);
}

const HOUR_MS = 3_600_000;
const SPAN_MS = 30 * 24 * HOUR_MS;
const WIDTH = 72;
const HEIGHT = 18;

export function StakeShare({ leader }: { leader: Leader }) {
  const { data, error } = useQuery(pooledStakeQuery);
  if (data === undefined) return <Unread error={error} />;
  if (pooledStakeOf(data) === null) return <Maybe value={null} reason={NOT_ALL_CAPS} />;
  const shares = percentShares(data.items.map(({ stake_pool_total }) => stake_pool_total));
  const place = data.items.findIndex(({ leader_cap_id }) => leader_cap_id === leader.leader_cap_id);
  return <Percent value={shares?.[place] ?? null} reason="no stake is known" />;
}

/** Stake above the minimum of the registry; negative below it. */
export function StakeHeadroom({ leader }: { leader: Leader }) {
  const { data, error } = useQuery(endpointQuery('leaders.registry', {}));
  if (data === undefined) return <Unread error={error} />;
  const minimum = data.min_stake_us;
  const headroom = minimum === null ? null : leader.stake_pool_total - minimum;
  const isLarge = headroom !== null && (headroom >= LARGE || headroom <= -LARGE);
  return (
    <ColumnAmount
      value={headroom}
      // Close to the minimum, parts of a unit decide.
      decimals={isLarge ? 0 : 3}
      unit={unitOf('leader', 'stake_pool_total')}
      reason={nullReason(leaderRegistryReasons, 'min_stake_us', data)}
    />
  );
}

/** A step line of the pool; in the middle when it never changed. */
function lineOf({ then, steps }: PoolMoves, from: number): string {
  const pools = [then, ...steps.map(({ pool }) => pool)].map(Number);
  const low = Math.min(...pools);
  const span = Math.max(...pools) - low;
  const y = (pool: bigint) =>
    span === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((Number(pool) - low) / span) * (HEIGHT - 4);
  const x = (at: number) => Math.min(1, Math.max(0, (at - from) / SPAN_MS)) * WIDTH;
  return `M0 ${y(then)}${steps.map(({ at, pool }) => `H${x(at)}V${y(pool)}`).join('')}H${WIDTH}`;
}

function changeText({ then }: PoolMoves, now: bigint): string {
  const by = now - then;
  if (by === 0n) return 'unchanged in 30 days';
  return `${by > 0n ? '+' : ''}${formatAmount(by, 'us').number} US in 30 days`;
}

/** Stake over 30 days as a line, with the change on hover and for screen readers. */
export function PoolLine({ leader }: { leader: Leader }) {
  const hour = useNowValue((now) => (now === null ? '' : String(Math.floor(now / HOUR_MS) * HOUR_MS)));
  // The window includes the current hour.
  const from = Number(hour) + HOUR_MS - SPAN_MS;
  const created_after = hour === '' ? undefined : new Date(from).toISOString();
  const { data, error } = useQuery({
    ...eventsAboutQuery(MOVING_KINDS, null, { created_after }),
    enabled: created_after !== undefined,
    placeholderData: (previous) => previous,
  });
  if (data === undefined) return <Unread error={error} />;
  const gap = gapIn(data);
  if (gap !== null) return <Maybe value={null} reason={gap} />;
  const pool = leader.stake_pool_total;
  const moves = poolMoves(data.items, leader.leader_cap_id, pool);
  return (
    <span className="inline-flex align-middle" data-tip={changeText(moves, pool)}>
      <svg aria-hidden width={WIDTH} height={HEIGHT}>
        <path d={lineOf(moves, from)} fill="none" stroke="var(--color-accent)" strokeWidth="1.5" />
      </svg>
      <span className="sr-only">{changeText(moves, pool)}</span>
    </span>
  );
}

const stateEvents = eventsAboutQuery(['LeaderStatusChangedEvent', 'LeaderUpsertedEvent'], null);

interface StateEventProps {
  leader: Leader;
  /** The time, with the sender where it is `author`, or the transaction; time and transaction by default. */
  only?: 'since' | 'author' | 'transaction';
}

/** When a leader got its current status, by whom, and in which transaction. */
export function StateEvent({ leader, only }: StateEventProps) {
  return (
    <NewestEvent
      search={stateEvents}
      pick={(events, complete) => stateBegan(events, leader, complete)}
      otherwise="the change is not among the events searched"
    >
      {(event) => (
        <span className="inline-flex items-center gap-x-3 max-sm:flex-wrap">
          {only !== 'transaction' && <Time at={event.onchain_at} clock="on chain" />}
          {only === 'author' && (
            <span>
              by <Id family="address" value={event.sender_address} copy={false} />
            </span>
          )}
          {(only ?? 'transaction') === 'transaction' && <Id family="transaction" value={event.tx_digest} />}
        </span>
      )}
    </NewestEvent>
  );
}
