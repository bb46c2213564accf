// Lines of a simulated network, for tests that need many different objects.
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { createSimulation } from '@/lib/index-service/sources/simulate/simulation';

export const SIMULATED_NOW = Date.UTC(2026, 9, 20);

/** The first `count` lines of the network called `seed`, or as many after the first `skip`. */
export function simulatedLines(
  seed: string,
  count: number,
  { skip = 0, now = SIMULATED_NOW }: { skip?: number; now?: number } = {},
): RecordedLine[] {
  const lines: RecordedLine[] = [];
  let skipped = 0;
  for (const { line } of createSimulation({ seed, now, eventsPerSecond: 1 }).history()) {
    if (skipped < skip) skipped += 1;
    else if (lines.push(line) >= count) break;
  }
  return lines;
}
