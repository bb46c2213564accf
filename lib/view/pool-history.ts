// A leader's pool rebuilt from its stake events: deposits are checkpoints, claims and slashes are deltas.
// Invariant: nothing is interpolated; a checkpoint that doesn't match is a gap with its exact size.
import type { StakeEvent } from '@/lib/contract/leaders';
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';

interface PoolStep {
  event: StakeEvent;
  /** The pool after the event; null before the first checkpoint. */
  pool: bigint | null;
  shares: bigint | null;
  /** The pool after it was told by the event itself. */
  checkpoint: boolean;
  /** Unexplained change before this checkpoint; null when there is nothing to compare. */
  gap: bigint | null;
}

export interface PoolHistory {
  /** Oldest first. */
  steps: readonly PoolStep[];
  /** The pool before the first checkpoint when it wasn't empty; null when the record is complete. */
  before: bigint | null;
  gaps: readonly PoolStep[];
  pool: bigint | null;
  shares: bigint | null;
}

/** `events` as the index lists them: newest first, all of them. */
export function poolHistory(events: readonly StakeEvent[]): PoolHistory {
  const steps: PoolStep[] = [];
  let pool: bigint | null = null;
  let shares: bigint | null = null;
  let before: bigint | null = null;
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const amount = event.amount ?? 0n;
    let gap: bigint | null = null;
    const checkpoint = event.kind === 'deposited' && event.pool_total !== null;
    if (checkpoint && event.pool_total !== null) {
      const earlier = event.pool_total - amount;
      if (pool === null) before = earlier === 0n ? null : earlier;
      else if (earlier !== pool) gap = earlier - pool;
      pool = event.pool_total;
      shares = event.total_shares ?? shares;
    } else if (event.kind === 'unstake_claimed' || event.kind === 'slashed') {
      pool = pool === null ? null : pool - amount;
      if (event.kind === 'unstake_claimed' && shares !== null) shares -= event.shares ?? 0n;
    }
    steps.push({ event, pool, shares, checkpoint, gap });
  }
  return { steps, before, gaps: steps.filter((step) => step.gap !== null), pool, shares };
}

/** The value of 10^9 shares in base units of US, rounded down; null if unknown. */
export function sharePrice({ pool, shares }: Pick<PoolStep, 'pool' | 'shares'>): bigint | null {
  return pool === null || shares === null || shares <= 0n ? null : (pool * 1_000_000_000n) / shares;
}

export interface PoolChange {
  /** The pool when the window began; null where the record does not reach back that far. */
  from: bigint | null;
  to: bigint | null;
  deposited: bigint;
  claimed: bigint;
  slashed: bigint;
  /** The sum of the gaps of the window. */
  unexplained: bigint;
  gaps: number;
  steps: readonly PoolStep[];
}

/** The moment of an event: on chain where it tells, else when it was indexed. */
export function momentOf(event: StakeEvent): number {
  return Date.parse(event.at ?? event.created_at);
}

/** Changes of the pool since `since` (ms). */
export function poolChange(history: PoolHistory, since: number): PoolChange {
  const steps = history.steps.filter((step) => momentOf(step.event) >= since);
  const last = history.steps.findLast((step) => momentOf(step.event) < since);
  const sum = (kind: string) =>
    steps.reduce((total, { event }) => (event.kind === kind ? total + (event.amount ?? 0n) : total), 0n);
  // A pool whose whole record lies in the window began empty.
  const from = last === undefined ? (history.before === null && steps.length > 0 ? 0n : null) : last.pool;
  return {
    from,
    to: history.pool,
    deposited: sum('deposited'),
    claimed: sum('unstake_claimed'),
    slashed: sum('slashed'),
    unexplained: steps.reduce((total, step) => total + (step.gap ?? 0n), 0n),
    gaps: steps.filter((step) => step.gap !== null).length,
    steps,
  };
}

export interface Staker {
  staker: string;
  /** Minted by deposits less burnt by claims. */
  shares: bigint;
  /** Asked back and not claimed yet; still part of `shares`. */
  pending: bigint;
  /** When the latest of these requests can be claimed; null where none is open. */
  unlock_at: string | null;
  deposited: bigint;
  claimed: bigint;
  /** Current value in base units of US, rounded down; null if unknown. */
  worth: bigint | null;
}

/** All stakers, most shares first; a lower bound where the record has gaps. */
export function stakersOf(history: PoolHistory): Staker[] {
  const found = new Map<string, Staker>();
  for (const { event } of history.steps) {
    if (event.staker === null) continue;
    const none = { shares: 0n, pending: 0n, unlock_at: null, deposited: 0n, claimed: 0n, worth: null };
    const one = found.get(event.staker) ?? { staker: event.staker, ...none };
    found.set(event.staker, one);
    const shares = event.shares ?? 0n;
    if (event.kind === 'deposited') {
      one.shares += shares;
      one.deposited += event.amount ?? 0n;
    } else if (event.kind === 'unstake_requested') {
      one.pending += shares;
      one.unlock_at = event.unlock_at;
    } else if (event.kind === 'unstake_claimed') {
      one.shares -= shares;
      one.pending = one.pending > shares ? one.pending - shares : 0n;
      one.claimed += event.amount ?? 0n;
      if (one.pending === 0n) one.unlock_at = null;
    }
  }
  const { pool, shares: all } = history;
  for (const one of found.values())
    one.worth = pool === null || all === null || all <= 0n ? null : (pool * one.shares) / all;
  return [...found.values()].sort((a, b) => (a.shares < b.shares ? 1 : a.shares > b.shares ? -1 : 0));
}

export const MOVING_KINDS = ['StakeDepositedEvent', 'UnstakeClaimedEvent', 'StakeSlashedEvent'] as const;

interface PoolAt {
  /** Milliseconds. */
  at: number;
  /** From then on, in base units of US. */
  pool: bigint;
}

export interface PoolMoves {
  /** What it held when the stretch began. */
  then: bigint;
  /** Oldest first. */
  steps: readonly PoolAt[];
}

const whole = (value: unknown) => (typeof value === 'bigint' ? value : 0n);

/** `events` newest first, of the kinds above; `now` is the pool at their end. */
export function poolMoves(events: readonly EventRecord[], leader_cap_id: string, now: bigint): PoolMoves {
  const steps: PoolAt[] = [];
  let pool = now;
  for (const { kind, payload: raw } of events) {
    const payload = decodePayload(kind, raw);
    if (payload?.['leader_cap_id'] !== leader_cap_id) continue;
    const amount = whole(payload['amount']);
    const deposit = kind === 'StakeDepositedEvent';
    if (deposit) pool = whole(payload['pool_total']);
    steps.push({ at: Number(whole(payload['at_ms'])), pool });
    pool += deposit ? -amount : amount;
  }
  return { then: pool, steps: steps.reverse() };
}

/** `12.4 %` of all stake; null where there is none. */
export function shareOf(pool: bigint, all: bigint): string | null {
  if (all <= 0n) return null;
  const tenths = ((pool * 10_000n) / all + 5n) / 10n;
  return `${tenths / 10n}.${tenths % 10n} %`;
}
