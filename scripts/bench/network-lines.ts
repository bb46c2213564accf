// Endless recorded lines for benchmarks: the simulated network's history, then live events at a high rate. Deterministic.
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';
import { stringifyJson } from '@/lib/json/exact';

const NOW = Date.UTC(2026, 10, 20);
const EVENTS_PER_SECOND = 20;

function* recorded() {
  const simulation = createSimulation({ seed: 'bench', now: NOW, eventsPerSecond: EVENTS_PER_SECOND });
  yield* simulation.history();
  yield* simulation.live({ after: NOW, sessions: [{ from: NOW }] });
}

/** Lines as in a file. */
export function* networkLines(): Generator<string> {
  for (const { line } of recorded()) yield stringifyJson(line);
}
