// Recent changes of a leader's pool, computed backwards from its current total. Invariant: a deposit's own total wins.
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';

export const MOVING_KINDS = ['StakeDepositedEvent', 'UnstakeClaimedEvent', 'StakeSlashedEvent'] as const;

export interface PoolAt {
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
