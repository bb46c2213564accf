// The clock of a replay, and a time scale that shortens idle time.
// Invariant: one clock per run, never mixed: chain time if it is known for every transaction (the newest may still be loading),
// otherwise the index's time.
import type { Moment } from './recorded-run';

export interface RunClock {
  clock: 'on chain' | 'indexed';
  /** Time of each moment in ms; never decreasing. */
  times: number[];
  /** Number of transactions, and how many have a known chain time. */
  transactions: number;
  known: number;
  /** The newest transactions, whose chain time is still loading. */
  awaited: number;
}

/** `requested`: transactions already searched for in the event history, found or not. */
export function clockOf(
  moments: readonly Moment[],
  chain: ReadonlyMap<string, number>,
  requested: ReadonlySet<string>,
): RunClock {
  const digests = [...new Set(moments.map(({ tx_digest }) => tx_digest))];
  const known = digests.filter((digest) => chain.has(digest)).length;
  const newest = digests.slice(
    digests.findLastIndex((digest) => chain.has(digest) || requested.has(digest)) + 1,
  );
  const awaited = known === 0 ? 0 : newest.length;
  const whole = known > 0 && known + awaited === digests.length;
  let last = -Infinity;
  const times = moments.map(({ tx_digest, created_at }) => {
    const time = whole ? (chain.get(tx_digest) ?? Number.NaN) : Date.parse(created_at);
    last = Number.isNaN(time) ? last : Math.max(last, time);
    return Number.isFinite(last) ? last : 0;
  });
  return { clock: whole ? 'on chain' : 'indexed', times, transactions: digests.length, known, awaited };
}

export interface Idle {
  from: number;
  to: number;
}

export interface Scale {
  from: number;
  to: number;
  /** Idle periods that are drawn shortened. */
  idle: Idle[];
  /** Position of a time, 0 to 1. */
  place: (time: number) => number;
  /** The inverse of `place`. */
  time: (place: number) => number;
}

const LEAST_IDLE_MS = 2_000;
/** A gap this many times the median is idle time. */
const USUAL = 6;

/** A scale over `times` with long gaps shortened, limited to `window`. */
export function scaleOf(times: readonly number[], window: { from: number; to: number } | null = null): Scale {
  const inside = window === null ? times : times.filter((time) => time >= window.from && time <= window.to);
  const ends = window === null ? [] : [window.from, window.to];
  const points = [...new Set([...inside, ...ends])].sort((a, b) => a - b);
  const gaps = points.slice(1).map((point, index) => point - (points[index] ?? point));
  const sorted = [...gaps].sort((a, b) => a - b);
  // The lower median: of one long and one short gap, the short one is typical.
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const most = Math.max(LEAST_IDLE_MS, usual * USUAL);
  const lengths = gaps.map((gap) => Math.min(gap, most));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const starts = lengths.reduce<number[]>((list, length) => [...list, (list.at(-1) ?? 0) + length], [0]);
  const from = points[0] ?? 0;
  const to = points.at(-1) ?? 0;
  const idle = gaps.flatMap((gap, index) =>
    gap > most ? [{ from: points[index] ?? 0, to: points[index + 1] ?? 0 }] : [],
  );
  const place = (time: number) => {
    if (total === 0 || time <= from) return 0;
    if (time >= to) return 1;
    const after = points.findIndex((point) => point > time);
    const start = points[after - 1] ?? from;
    const share = (time - start) / (gaps[after - 1] ?? 1);
    return ((starts[after - 1] ?? 0) + share * (lengths[after - 1] ?? 0)) / total;
  };
  const time = (at: number) => {
    const position = Math.max(0, Math.min(1, at)) * total;
    const index = Math.max(
      0,
      starts.findLastIndex((start, index) => start <= position && index < gaps.length),
    );
    const share = (position - (starts[index] ?? 0)) / (lengths[index] || 1);
    return (points[index] ?? from) + share * (gaps[index] ?? 0);
  };
  return { from, to, idle, place, time };
}

/** Maximum duration of playing a whole run. */
const PLAY_MS = 10_000;
const LEAST_STEP_MS = 120;

/** When each step plays, in ms: real time with idle periods shortened, ten seconds at most. */
export function playPlan(times: readonly number[]): number[] {
  const scale = scaleOf(times);
  const whole = Math.min(PLAY_MS, Math.max(times.length * LEAST_STEP_MS, scale.to - scale.from));
  return times.map((time) => scale.place(time) * whole);
}
