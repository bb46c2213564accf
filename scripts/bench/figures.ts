// The figures of a measurement: printed as they come, with their limit, and collected as ratios for the last line.
// A ratio is below 1 where the limit is kept, whichever way the figure counts.
import { loadavg } from 'node:os';

export interface Figures {
  /** A figure that should be at most `limit`. */
  atMost(name: string, value: number, limit: number, unit: string): void;
  /** A figure that should be at least `limit`. */
  atLeast(name: string, value: number, limit: number, unit: string): void;
  /** Something worth knowing without a limit. */
  note(name: string, value: string | number): void;
  all(): Record<string, unknown>;
}

const round = (value: number) => Number(value.toPrecision(4));

export function figures(say: (line: string) => void): Figures {
  const ratios: Record<string, number> = {};
  const values: Record<string, string | number> = {};
  function record(name: string, value: number, ratio: number, limit: string): void {
    ratios[name] = round(ratio);
    values[name] = round(value);
    say(`${ratio <= 1 ? 'ok  ' : 'OVER'} ${name}: ${round(value)} (${limit})`);
  }
  return {
    // Nothing where nothing is allowed keeps the limit: its ratio is no number.
    atMost: (name, value, limit, unit) =>
      record(name, value, value === limit ? 1 : value / limit, `at most ${limit} ${unit}`),
    atLeast: (name, value, limit, unit) => record(name, value, limit / value, `at least ${limit} ${unit}`),
    note(name, value) {
      values[name] = typeof value === 'number' ? round(value) : value;
      say(`     ${name}: ${values[name]}`);
    },
    all: () => ({ ratios, values, load: loadavg().map(round) }),
  };
}

/** The value in the middle; of an even number the upper one. */
export function median(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
}

/** The value below which 95 of 100 lie. */
export function p95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** Runs `work` some times, after one that is not counted; each run's milliseconds. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const samples: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const from = performance.now();
    await work();
    samples.push(performance.now() - from);
  }
  return samples;
}
