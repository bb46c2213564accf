// Recorded lines: the only form in which anything enters the log (spec 10.3).
// Invariant: a line that parses here is stored; whether its payload decodes is checked later.
import * as z from 'zod';
import { objectId, txDigest } from '@/lib/contract/ids';
import { isJsonObject } from '@/lib/json/exact-number';

/** Years that the store and everything behind it can write. */
const RFC3339 = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => /^[1-9]\d{3}-/.test(text), 'must lie between the years 1000 and 9999');

/** A name the store can hold: no NUL, no half of a surrogate pair. */
const name = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text');

/** What an index of the store holds beside kind and digest. */
export const LONGEST_SUBJECT = 600;

/** Passed on as it is: z.record would drop `__proto__`. */
const anyObject = z.custom<Record<string, unknown>>(isJsonObject, 'must be an object');

const INT32_MAX = 2_147_483_647;

export const eventLine = z.object({
  kind: name(128),
  tx_digest: txDigest,
  sender_address: objectId,
  /** Checkpoint time; absent where the recorder did not know it. */
  onchain_at: RFC3339.nullish(),
  payload: anyObject,
  event_index: z.int().min(0).max(INT32_MAX).optional(),
});

/** What no event carries and an index reads from the chain object: a tool (id: fqn) or a skill (id: agent_object_id/skill_id). */
export const snapshotLine = z.object({
  snapshot: z.enum(['tool', 'skill']),
  id: name(LONGEST_SUBJECT),
  /** Named as in spec 2.11 and 2.4. */
  fields: anyObject,
  onchain_at: RFC3339.nullish(),
});

export type EventLine = z.output<typeof eventLine>;
export type SnapshotLine = z.output<typeof snapshotLine>;
export type RecordedLine = EventLine | SnapshotLine;

export interface TransactionNumbering {
  /** The number of the next event of this transaction; `stated` is the recorder's number, from which the count continues. */
  place(txDigest: string, stated: number | undefined): number;
}

/** Numbers the events of a transaction in order of arrival where the recorder did not: a recording can be ingested twice. */
export function transactionNumbering(): TransactionNumbering {
  const next = new Map<string, number>();
  return {
    place(txDigest, stated) {
      const place = stated ?? next.get(txDigest) ?? 0;
      next.set(txDigest, place + 1);
      return place;
    },
  };
}
