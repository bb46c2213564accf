// Fills an index with recorded lines and measures lines per second, from text to rows, as for an ingested file.
import { createEventLog, type EventLog } from '@/lib/index-service/log/event-log';
import { ingestLines } from '@/lib/index-service/log/ingest';
import { allProjections } from '@/lib/index-service/projections/all-projections';
import { createProjector } from '@/lib/index-service/projections/projector';
import type { Database } from '@/lib/index-service/store/database';
import { openStore, type StoreOptions } from '@/lib/index-service/store/open-store';
import { event, id, tx } from '@/lib/index-service/testing/recorded-events';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { stringifyJson } from '@/lib/json/exact';

const CHUNK = 20_000;
const VERTICES = 1_000;

/** Endless recorded lines: the simulated network's history, then live events at a high rate. Deterministic. */
function* networkLines(): Generator<string> {
  const now = Date.UTC(2026, 10, 20);
  const simulation = createSimulation({ seed: 'bench', now, eventsPerSecond: 20 });
  for (const { line } of simulation.history()) yield stringifyJson(line);
  for (const { line } of simulation.live({ after: now, sessions: [{ from: now }] }))
    yield stringifyJson(line);
}

export interface Filled {
  db: Database;
  log: EventLog;
  /** Events per second, in total and in the last fifth, without the time to create the lines. */
  perSecond: number;
  perSecondAtTheEnd: number;
  /** Events per second of this process's CPU time, which other load does not affect. */
  perCpuSecond: number;
}

export async function fill(
  store: StoreOptions,
  events: number,
  print: (line: string) => void,
): Promise<Filled> {
  const db = await openStore(store);
  const projector = createProjector(db, allProjections);
  await projector.prepare();
  const log = await createEventLog({ db, now: () => new Date(), follower: projector });
  const lines = networkLines();
  let [done, ms, cpuMs, doneLate, msLate] = [0, 0, 0, 0, 0];
  while (done < events) {
    const chunk: string[] = [];
    // No for…of, because leaving it would close the iterator.
    while (chunk.length < Math.min(CHUNK, events - done)) {
      const next = lines.next();
      if (next.done === true) throw new Error('the simulated network ended');
      chunk.push(next.value);
    }
    const from = performance.now();
    const cpuFrom = process.cpuUsage();
    await ingestLines(log, chunk);
    const took = performance.now() - from;
    const { user, system } = process.cpuUsage(cpuFrom);
    [done, ms, cpuMs] = [done + chunk.length, ms + took, cpuMs + (user + system) / 1000];
    if (done > events * 0.8) [doneLate, msLate] = [doneLate + chunk.length, msLate + took];
    if (done % (CHUNK * 5) === 0)
      print(`     ${done} events, ${Math.round((chunk.length / took) * 1000)} a second`);
  }
  return {
    db,
    log,
    perSecond: (done / ms) * 1000,
    perSecondAtTheEnd: (doneLate / msLate) * 1000,
    perCpuSecond: (done / cpuMs) * 1000,
  };
}

/** A DAG of 1,000 vertices in a chain with shortcuts; its id. */
export async function addLargeDag(log: EventLog): Promise<string> {
  const dag = id('large dag');
  const vertex = (n: number) => ({ name: `vertex_${n}` });
  const kind = { variant: 'OffChain', tool_fqn: 'xyz.example.add@1' };
  const of = { tx: 'large dag' };
  const lines = [event('DAGCreatedEvent', { dag }, { ...of, index: 0 })];
  for (let n = 0; n < VERTICES; n += 1)
    lines.push(
      event('DAGVertexAddedEvent', { dag, vertex: vertex(n), kind }, { ...of, index: lines.length }),
    );
  for (let n = 1; n < VERTICES; n += 1)
    for (const from of new Set([n - 1, Math.floor(n / 2), Math.floor(n / 3)]))
      lines.push(
        event(
          'DAGEdgeAddedEvent',
          {
            dag,
            from_vertex: vertex(from),
            edge: {
              from: { variant: { name: 'ok' }, port: { name: 'sum' } },
              to: { vertex: vertex(n), port: { name: `p${from}` } },
              kind: { variant: 'Normal' },
            },
          },
          { ...of, index: lines.length },
        ),
      );
  await ingestLines(
    log,
    lines.map((line) => stringifyJson({ ...line, tx_digest: tx('large dag') })),
  );
  return dag;
}
