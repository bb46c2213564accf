// GET /events (spec 6.2): the log, newest first, by offset. Rows of the decodable catalogue are listed and counted; one whose payload does not decode
// is counted and skipped, and next_token counts rows scanned, so that it is not met again. Time bounds apply to onchain_at.
// Payloads are spliced in as the text they were stored as.
import { RawJson, type Answers } from '@/lib/index-service/http/answers';
import type { Database } from '@/lib/index-service/store/database';
import { conditions, createdWithin, type Conditions } from '@/lib/index-service/store/listing';
import type { StoredEntry } from './log-entry';

/** Kept counters answer a history without other filters; otherwise the matching rows are counted. */
async function total(
  db: Database,
  where: Conditions,
  kinds: readonly string[] | undefined,
  onlyKinds: boolean,
): Promise<number> {
  const [row] = onlyKinds
    ? await db.query<{ total: bigint }>(
        `select coalesce(sum(entries), 0)::bigint as total from log_counts ${kinds === undefined ? '' : 'where kind = any($1::text[])'}`,
        kinds === undefined ? [] : [kinds],
      )
    : await db.query<{ total: bigint }>(
        `select count(*) as total from log_entries t where ${where.sql()}`,
        where.params(),
      );
  return Number(row?.total ?? 0n);
}

export const eventAnswers = {
  'events.list': ({ db, query }) =>
    db.transaction(async (tx) => {
      // A list without any name filters nothing.
      const kinds = query.kinds === undefined || query.kinds.length === 0 ? undefined : query.kinds;
      const where = createdWithin(conditions('t.listed'), query, 't.onchain_at')
        .and('t.kind = any(?::text[])', kinds)
        .and('t.sender_address = ?', query.sender)
        .and('t.tx_digest = ?', query.tx_digest);
      const { sender, tx_digest, created_after, created_before } = query;
      const onlyKinds = [sender, tx_digest, created_after, created_before].every((one) => one === undefined);
      const total_items = await total(tx, where, kinds, onlyKinds);
      const rows = await tx.query<StoredEntry>(
        `select * from log_entries t where ${where.sql()} order by t.id desc
         limit ${query.page_size} offset ${query.page_token}`,
        where.params(),
      );
      const next = query.page_token + rows.length;
      const items = rows
        .filter((row) => row.decodable)
        .map((row) => ({
          id: row.id,
          kind: row.kind,
          tx_digest: row.tx_digest ?? '',
          sender_address: row.sender_address ?? '',
          payload: new RawJson(row.payload),
          onchain_at: row.onchain_at,
        }));
      return {
        items,
        metadata: { next_token: next < total_items && rows.length > 0 ? next : null, total_items },
      };
    }),
} satisfies Answers;
