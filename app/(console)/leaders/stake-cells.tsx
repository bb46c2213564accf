'use client';
// A leader cap's share of all stake, and its stake over 30 days. Each is one read for all rows.
import { useQuery } from '@tanstack/react-query';
import { Maybe, Pending } from '@/components/values/maybe';
import { useOfNow } from '@/components/values/now';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { Leader } from '@/lib/contract/leaders';
import { formatAmount } from '@/lib/view/amount';
import { MOVING_KINDS, poolMoves, shareOf, type PoolMoves } from '@/lib/view/pool-history';
import { pooledStakeQuery, pooledStakeOf } from './pooled-stake';

const HOUR_MS = 3_600_000;
const SPAN_MS = 30 * 24 * HOUR_MS;
const WIDTH = 72;
const HEIGHT = 18;

export function StakeShare({ leader }: { leader: Leader }) {
  const { data, error } = useQuery(pooledStakeQuery);
  if (data === undefined)
    return error === null ? (
      <Pending />
    ) : (
      <Maybe value={null} reason={`Couldn't load the leader caps: ${error.message}`} />
    );
  const { sum, all } = pooledStakeOf(data);
  const reason = all ? 'No stake' : 'More leader caps than one request returns';
  return <Maybe value={all ? shareOf(leader.stake_pool_total, sum) : null} reason={reason} />;
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
  const hour = useOfNow((now) => (now === null ? '' : String(Math.floor(now / HOUR_MS) * HOUR_MS)));
  // The window includes the current hour.
  const from = Number(hour) + HOUR_MS - SPAN_MS;
  const created_after = hour === '' ? undefined : new Date(from).toISOString();
  const { data, error } = useQuery({
    ...eventsAboutQuery(MOVING_KINDS, null, { created_after }),
    enabled: created_after !== undefined,
    placeholderData: (previous) => previous,
  });
  if (data === undefined && error === null) return <Pending />;
  if (data?.complete !== true) {
    const reason =
      error === null ? 'Too many stake events to load' : `Couldn't load stake events: ${error.message}`;
    return <Maybe value={null} reason={reason} />;
  }
  const pool = leader.stake_pool_total;
  const moves = poolMoves(data.items, leader.leader_cap_id, pool);
  return (
    <span className="inline-flex align-middle" data-tip={changeText(moves, pool)}>
      <svg aria-hidden width={WIDTH} height={HEIGHT}>
        <path d={lineOf(moves, from)} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
      </svg>
      <span className="sr-only">{changeText(moves, pool)}</span>
    </span>
  );
}
