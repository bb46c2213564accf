// A leader's pool rebuilt from its stake events: deposits are checkpoints, claims and slashes are deltas.
// Invariant: nothing is interpolated; a checkpoint that doesn't match is a gap with its exact size.
import type { StakeEvent } from '@/lib/contract/leaders';
import type { EventRecord } from '@/lib/contract/events';
import { rowOrder } from './row-order';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';

export interface PoolStep {
  event: StakeEvent;
  /** The pool after the event; null before the first checkpoint. */
  pool: bigint | null;
  shares: bigint | null;
  /** The event itself states the pool after it. */
  checkpoint: boolean;
  /** Unexplained change before this checkpoint; null when there is nothing to compare. */
  gap: bigint | null;
}

export interface StakeHistory {
  /** Oldest first. */
  steps: readonly PoolStep[];
  /** The pool before the first checkpoint when it wasn't empty; null when the record is complete. */
  before: bigint | null;
  gaps: readonly PoolStep[];
  /** The record begins with a deposit into an empty pool. */
  startsEmpty: boolean;
  deposits: number;
  /** Deposits that could not be compared with the events before them, for lack of an amount or total. */
  unchecked: number;
  pool: bigint | null;
  shares: bigint | null;
}

/** Of deposits that can't be compared with the events before them. */
export const INCOMPARABLE = 'some stake events have no amount or no pool total';

export const hasDeposit = (steps: readonly PoolStep[]): boolean =>
  steps.some(({ event }) => event.kind === 'deposited');

/** Why the pool after these events is unknown. */
export function noPoolReason(steps: readonly PoolStep[]): string {
  return hasDeposit(steps) ? INCOMPARABLE : 'no deposit indexed';
}

/** Oldest first: by id where the index gives one, else as it lists them. */
function inOrder(events: readonly StakeEvent[]): StakeEvent[] {
  const numbered = events.flatMap((event) => (event.id === null ? [] : [{ event, id: event.id }]));
  if (numbered.length < events.length)
    return rowOrder(events) === 'oldest first' ? [...events] : [...events].reverse();
  return numbered.sort((a, b) => a.id - b.id).map(({ event }) => event);
}

/** Null when one of the two is unknown. */
function plus(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b;
}

function minus(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a - b;
}

/** `events` as the index lists them, all of them. A column that the index lacks makes what follows from it unknown. */
export function stakeHistory(events: readonly StakeEvent[]): StakeHistory {
  const steps: PoolStep[] = [];
  let pool: bigint | null = null;
  let shares: bigint | null = null;
  let before: bigint | null = null;
  let startsEmpty = false;
  let deposits = 0;
  let unchecked = 0;
  for (const event of inOrder(events)) {
    let gap: bigint | null = null;
    if (event.kind === 'deposited') deposits += 1;
    const checkpoint = event.kind === 'deposited' && event.pool_total !== null;
    if (checkpoint) {
      const earlier = minus(event.pool_total, event.amount);
      const isFirst = !steps.some((step) => step.checkpoint);
      if (isFirst) before = earlier === 0n ? null : earlier;
      else if (pool !== null && earlier !== null && earlier !== pool) gap = earlier - pool;
      if (isFirst && steps.length === 0) startsEmpty = earlier === 0n;
      if (earlier === null || (!isFirst && pool === null)) unchecked += 1;
      pool = event.pool_total;
      shares = event.total_shares ?? shares;
    } else if (event.kind === 'deposited') {
      unchecked += 1;
      pool = plus(pool, event.amount);
      shares = plus(shares, event.shares);
    } else if (event.kind === 'unstake_claimed' || event.kind === 'slashed') {
      pool = minus(pool, event.amount);
      if (event.kind === 'unstake_claimed') shares = minus(shares, event.shares);
    }
    steps.push({ event, pool, shares, checkpoint, gap });
  }
  const gaps = steps.filter((step) => step.gap !== null);
  return { steps, before, gaps, startsEmpty, deposits, unchecked, pool, shares };
}

export interface PoolChange {
  /** The pool when the window began; null where the record does not reach back that far. */
  from: bigint | null;
  to: bigint | null;
  /** Null where an amount is unknown. */
  deposited: bigint | null;
  claimed: bigint | null;
  slashed: bigint | null;
  /** Deposits of the whole record that could not be compared. */
  unchecked: number;
  /** The sum of the gaps of the window. */
  unexplained: bigint;
  gaps: number;
  steps: readonly PoolStep[];
  /** Some events carry no time, so the window has no figures. */
  untimed: boolean;
}

/** The moment of an event in ms: on chain if known, else when it was indexed; NaN if the index gives neither. */
export function momentOf(event: StakeEvent): number {
  return Date.parse(event.at ?? event.created_at ?? '');
}

/** Changes of the pool since `since` (ms). */
export function poolChange(history: StakeHistory, since: number): PoolChange {
  if (history.steps.some((step) => Number.isNaN(momentOf(step.event)))) {
    const unknown = { from: null, deposited: null, claimed: null, slashed: null };
    const { pool: to, unchecked } = history;
    return { ...unknown, to, unchecked, unexplained: 0n, gaps: 0, steps: [], untimed: true };
  }
  const steps = history.steps.filter((step) => momentOf(step.event) >= since);
  const last = history.steps.findLast((step) => momentOf(step.event) < since);
  const sum = (kind: string) =>
    steps.reduce<bigint | null>(
      (total, { event }) => (event.kind === kind ? plus(total, event.amount) : total),
      0n,
    );
  // A pool whose whole record lies in the window began empty.
  const startsEmpty = history.startsEmpty && steps.length > 0;
  const poolBefore = startsEmpty ? 0n : null;
  const from = last === undefined ? poolBefore : last.pool;
  return {
    from,
    to: history.pool,
    unchecked: history.unchecked,
    deposited: sum('deposited'),
    claimed: sum('unstake_claimed'),
    slashed: sum('slashed'),
    unexplained: steps.reduce((total, step) => total + (step.gap ?? 0n), 0n),
    gaps: steps.filter((step) => step.gap !== null).length,
    steps,
    untimed: false,
  };
}

/** A figure is null where one of the events it follows from lacks its column. */
export interface Staker {
  staker: string;
  /** Minted by deposits less burnt by claims. */
  shares: bigint | null;
  /** Requested and not claimed yet; part of `shares`. */
  pending: bigint | null;
  /** When the latest of these requests can be claimed; null where none is open. */
  unlock_at: string | null;
  deposited: bigint | null;
  claimed: bigint | null;
  /** Current value in base units of US, rounded down; null if unknown. */
  worth: bigint | null;
}

/** All stakers, most shares first; a lower bound where the record has gaps. */
export function stakersOf(history: StakeHistory): Staker[] {
  const found = new Map<string, Staker>();
  const none = { shares: 0n, pending: 0n, unlock_at: null, deposited: 0n, claimed: 0n, worth: null };
  for (const { event } of history.steps) {
    const { staker, kind, amount, shares } = event;
    if (staker === null) continue;
    const entry = found.get(staker) ?? { staker, ...none };
    found.set(staker, entry);
    if (kind === 'deposited') {
      entry.shares = plus(entry.shares, shares);
      entry.deposited = plus(entry.deposited, amount);
    } else if (kind === 'unstake_requested') {
      entry.pending = plus(entry.pending, shares);
      entry.unlock_at = event.unlock_at;
    } else if (kind === 'unstake_claimed') {
      const remaining = minus(entry.pending, shares);
      entry.shares = minus(entry.shares, shares);
      entry.pending = remaining !== null && remaining < 0n ? 0n : remaining;
      entry.claimed = plus(entry.claimed, amount);
      if (entry.pending === 0n) entry.unlock_at = null;
    }
  }
  const { pool, shares: all } = history;
  for (const entry of found.values())
    if (pool !== null && entry.shares !== null && all !== null && all > 0n)
      entry.worth = (pool * entry.shares) / all;
  return [...found.values()].sort((a, b) => {
    const [sharesA, sharesB] = [a.shares ?? -1n, b.shares ?? -1n];
    if (sharesA === sharesB) return 0;
    return sharesA < sharesB ? 1 : -1;
  });
}

export const MOVING_KINDS = ['StakeDepositedEvent', 'UnstakeClaimedEvent', 'StakeSlashedEvent'] as const;

interface PoolAt {
  /** Milliseconds. */
  at: number;
  /** From then on, in base units of US. */
  pool: bigint;
}

export interface PoolMoves {
  /** Its balance at the start of the range. */
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
