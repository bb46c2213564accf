// A process that works on a store for ever, for tests that kill it. Arguments: DATA_DIR, and append, flush or rebuild.
// Its first line is what it found in the store; then one line for each piece of work begun or acknowledged.
import { createEventLog } from '@/lib/index-service/log/event-log';
import { allProjections } from '@/lib/index-service/projections/all-projections';
import { createProjector } from '@/lib/index-service/projections/projector';
import { openStore } from '@/lib/index-service/store/open-store';
import { createUsageCounter } from '@/lib/index-service/usage/usage-counter';
import { manualClock } from '@/lib/time/testing/manual-clock';
import { event, id } from './recorded-events';

/** Pieces of one append, and of one flush. */
const AT_ONCE = 20;

const [dataDir = '', work = 'append'] = process.argv.slice(2);
const db = await openStore({ dataDir });
const projector = createProjector(db, allProjections);
await projector.prepare();
const log = await createEventLog({ db, now: () => new Date(), follower: projector });
const [found] = await db.query(
  `select (select count(*) from log_entries)::int as entries, (select coalesce(max(id), 0) from log_entries)::int as tip,
     (select count(*) from dags)::int as dags,
     (select coalesce(sum(rows), 0) from row_counts where table_name = 'dags' and column_name = '')::int as counted,
     (select coalesce(sum(request_count), 0) from key_usage)::int as used`,
);
console.log(JSON.stringify({ found }));

const clock = manualClock(Date.UTC(2026, 10, 20, 12, 10));
const usage = createUsageCounter({ db, clock, flushMs: 1, onError: (error) => console.error(error) });
let used = 0;

async function once(): Promise<number> {
  if (work === 'rebuild') return projector.rebuild();
  if (work === 'flush') {
    for (let n = 0; n < AT_ONCE; n += 1)
      usage.record({ key_id: 'key', scope: 'none', route: `/${n % 3}`, status: 200, duration_ms: 1 });
    await usage.flush();
    return (used += AT_ONCE);
  }
  const next = Number(log.tip());
  await log.append(
    Array.from({ length: AT_ONCE }, (_, n) => event('DAGCreatedEvent', { dag: id(`dag ${next + n}`) })),
  );
  return Number(log.tip());
}

for (;;) {
  console.log(JSON.stringify({ begun: work }));
  console.log(JSON.stringify({ done: await once() }));
}
