// Requests per minute of each key, counted in the store when several processes answer it.
// Invariant: the time is the server's, so processes agree on where a minute ends.
import type { RequestLimit } from '@/lib/index-service/http/router';
import type { Database } from '@/lib/index-service/store/database';
import { rateLimited, rateLimitHeaders } from '@/lib/limits/rate-limit';

export function createRequestLimit(db: Database): RequestLimit {
  return {
    async take(keyId, limit) {
      const [row] = await db.query<{ used: number; ms_left: number }>(
        `insert into request_windows as known (key_id, started_at, used) values ($1, statement_timestamp(), 1)
         on conflict (key_id) do update set
           started_at = case when known.started_at > excluded.started_at - interval '1 minute' then known.started_at else excluded.started_at end,
           used = case when known.started_at > excluded.started_at - interval '1 minute' then known.used + 1 else 1 end
         returning used, (extract(epoch from started_at + interval '1 minute' - statement_timestamp()) * 1000)::float8 as ms_left`,
        [keyId],
      );
      const { used, ms_left: msLeft } = row ?? { used: 1, ms_left: 60_000 };
      if (used > limit) throw rateLimited(limit, msLeft);
      return rateLimitHeaders(limit, used, msLeft);
    },
  };
}
