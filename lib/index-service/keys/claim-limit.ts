// How often one source address may claim a key (spec 4.3, 7): a sliding hour, counted in the store so that a restart forgives nothing.
// Invariant: it fails closed. When the address is unknown or the store cannot count, the claim is refused.
// Addresses are kept for an hour, as a hash; an IPv6 address counts as its /64, since one host has that many.
import { isIPv6 } from 'node:net';
import { ContractError } from '@/lib/contract/errors';
import { isoTime, type Clock } from '@/lib/index-service/clock';
import type { Database } from '@/lib/index-service/store/database';
import { hashSecret } from './secret';

const HOUR = 3_600_000;
const RETRY_WHEN_UNSURE = 60;

/** What counts as one source. */
export function sourceOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const middle = plain.includes('::')
    ? Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
    : [];
  const full = [...groups, ...middle, ...rest].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${full.slice(0, 4).join(':')}::/64`;
}

function refuse(message: string, retryAfter: number, cause?: unknown): ContractError {
  return new ContractError('RATE_LIMITED', message, {
    cause,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
  });
}

export function createClaimLimit({ db, clock, perHour }: { db: Database; clock: Clock; perHour: number }) {
  async function count(source: string, now: number): Promise<number | undefined> {
    return db.transaction(async (tx) => {
      await tx.query('delete from claim_attempts where at <= $1::timestamptz', [isoTime(now - HOUR)]);
      const rows = await tx.query<{ at: string }>(
        'select at from claim_attempts where source_hash = $1 order by at desc limit $2',
        [source, Math.max(1, perHour)],
      );
      // The claim that must lapse before another is allowed.
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
    /** Counts one claim of this address. Throws RATE_LIMITED with retry-after. */
    async take(address: string | undefined): Promise<void> {
      if (address === undefined) throw refuse('the source of this claim is not known', RETRY_WHEN_UNSURE);
      let wait: number | undefined;
      try {
        wait = await count(hashSecret(sourceOf(address)), clock.now());
      } catch (cause) {
        throw refuse('claims cannot be counted at the moment', RETRY_WHEN_UNSURE, cause);
      }
      if (wait !== undefined) throw refuse(`at most ${perHour} claims an hour from one address`, wait);
    },
  };
}

export type ClaimLimit = ReturnType<typeof createClaimLimit>;
