// The figures of a benchmark: printed with their limits, and collected as ratios for the last line.
// A ratio of at most 1 is within the limit, for upper and lower limits.
import { loadavg } from 'node:os';

export interface Figures {
  /** A figure that should be at most `limit`. */
  atMost(name: string, value: number, limit: number, unit: string): void;
  /** A figure that should be at least `limit`. */
  atLeast(name: string, value: number, limit: number, unit: string): void;
  /** A figure without a limit. */
  note(name: string, value: string | number): void;
  all(): Record<string, unknown>;
}

const round = (value: number) => Number(value.toPrecision(4));

export function figures(print: (line: string) => void): Figures {
  const ratios: Record<string, number> = {};
  const values: Record<string, string | number> = {};
  function record(name: string, value: number, ratio: number, limit: string): void {
    ratios[name] = round(ratio);
    values[name] = round(value);
    print(`${ratio <= 1 ? 'ok  ' : 'OVER'} ${name}: ${round(value)} (${limit})`);
  }
  return {
    // Zero of a limit of zero is within the limit, although 0 / 0 is not a number.
    atMost: (name, value, limit, unit) =>
      record(name, value, value === limit ? 1 : value / limit, `at most ${limit} ${unit}`),
    atLeast: (name, value, limit, unit) => record(name, value, limit / value, `at least ${limit} ${unit}`),
    note(name, value) {
      values[name] = typeof value === 'number' ? round(value) : value;
      print(`     ${name}: ${values[name]}`);
    },
    all: () => ({ ratios, values, load: loadavg().map(round) }),
  };
}

/** The median; the upper of two. */
export function median(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
}

/** The smallest sample that `share` of the samples don't exceed; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  return [...samples].sort((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? Number.NaN;
}

export const p95 = (samples: readonly number[]) => percentile(samples, 0.95);

/** Runs `work` once to warm up and then `times` times; the milliseconds of each run. */
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
