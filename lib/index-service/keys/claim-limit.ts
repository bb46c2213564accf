// Claims per client address in a sliding hour (spec 4.3), counted in the store so that they survive a restart.
// Invariant: exact under concurrency, and fails closed: an unknown address or a failing store refuses the claim.
import { ContractError } from '@/lib/contract/errors';
import { isoTime, type Clock } from '@/lib/time/clock';
import type { Database } from '@/lib/index-service/store/database';
import { addressGroup } from '@/lib/limits/address-group';
import { hashSecret } from './secret';

const HOUR = 3_600_000;
const RETRY_WHEN_UNSURE = 60;
/** Any number that no other advisory lock uses. */
const CLAIM_LOCK = 4_712_052;

function refuse(message: string, retryAfter: number, cause?: unknown): ContractError {
  return new ContractError('RATE_LIMITED', message, {
    cause,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
  });
}

export function createClaimLimit({ db, clock, perHour }: { db: Database; clock: Clock; perHour: number }) {
  async function count(source: string, now: number): Promise<number | undefined> {
    return db.transaction(async (tx) => {
      // One claim at a time: two that count before either inserts would both pass.
      await tx.query('select pg_advisory_xact_lock($1::bigint)', [CLAIM_LOCK]);
      await tx.query('delete from claim_attempts where at <= $1::timestamptz', [isoTime(now - HOUR)]);
      const rows = await tx.query<{ at: string }>(
        'select at from claim_attempts where source_hash = $1 order by at desc limit $2',
        [source, Math.max(1, perHour)],
      );
      // The claim that must leave the window before another is allowed.
      const blocking = perHour === 0 ? isoTime(now) : rows[perHour - 1]?.at;
      if (blocking !== undefined) return (Date.parse(blocking) + HOUR - now) / 1000;
      await tx.query('insert into claim_attempts (source_hash, at) values ($1, $2::timestamptz)', [
        source,
        isoTime(now),
      ]);
      return undefined;
    });
  }

  return {
    /** Counts one claim from this address. Throws RATE_LIMITED with retry-after. */
    async take(address: string | undefined): Promise<void> {
      if (address === undefined) throw refuse('the address of this client is unknown', RETRY_WHEN_UNSURE);
      let wait: number | undefined;
      try {
        wait = await count(hashSecret(addressGroup(address)), clock.now());
      } catch (cause) {
        throw refuse('claims cannot be counted right now', RETRY_WHEN_UNSURE, cause);
      }
      if (wait !== undefined) throw refuse(`at most ${perHour} claims per hour from one address`, wait);
    },
  };
}

export type ClaimLimit = ReturnType<typeof createClaimLimit>;
