// A process that appends to a store for ever and says what was acknowledged, for tests that kill it. Arguments: DATA_DIR.
import { createEventLog } from '@/lib/index-service/log/event-log';
import { allProjections } from '@/lib/index-service/projections/all-projections';
import { createProjector } from '@/lib/index-service/projections/rebuild';
import { openStore } from '@/lib/index-service/store/open-store';
import { event, id } from './recorded-events';

const db = await openStore({ dataDir: process.argv[2] ?? '' });
const projector = createProjector(db, allProjections);
await projector.prepare();
const log = await createEventLog({ db, now: () => new Date(), follower: projector });
for (;;) {
  const next = Number(log.tip());
  await log.append(
    Array.from({ length: 20 }, (_, n) => event('DAGCreatedEvent', { dag: id(`dag ${next + n}`) })),
  );
  console.log(log.tip().toString());
}
