// Recorded lines without end for measurements: the simulated network's history, then its live part at a high rate. The same at every run.
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { stringifyJson } from '@/lib/json/exact';

const NOW = Date.UTC(2026, 10, 20);
const EVENTS_PER_SECOND = 20;

function* recorded() {
  const simulation = createSimulation({ seed: 'bench', now: NOW, eventsPerSecond: EVENTS_PER_SECOND });
  yield* simulation.history();
  yield* simulation.live({ after: NOW, sessions: [{ from: NOW }] });
}

/** Lines as a file would hold them. */
export function* networkLines(): Generator<string> {
  for (const { line } of recorded()) yield stringifyJson(line);
}
