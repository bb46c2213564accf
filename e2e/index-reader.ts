// The index as a test reads it: straight over HTTP, past the console, so that a test can work out the right answer for itself. What several tests
// work out from raw rows and events is worked out here, once.
import { setTimeout } from 'node:timers/promises';
import { expect, type Locator } from '@playwright/test';
import type { Stack } from '@/e2e/stack/stack';
import { parseJson } from '@/lib/json/exact';

export type Json = Record<string, unknown>;

export interface IndexReader {
  get(path: string): Promise<Json>;
  /** Every item of a listing. */
  all(path: string): Promise<Json[]>;
  /** Every event of these kinds, oldest first. */
  events(kinds: string): Promise<Json[]>;
}

/** Lists of a stack at rest: the tests of a worker read each once. */
const listsAtRest = new Map<string, Promise<Json[]>>();

export async function readIndex(stack: Stack): Promise<IndexReader> {
  const key = await stack.claimKey();
  const get = async (path: string) => {
    const response = await fetch(`${stack.indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return parseJson(await response.text()) as Json;
  };
  const readAll = async (path: string) => {
    const items: Json[] = [];
    for (let token: number | null = 0; token !== null;) {
      const page = await get(`${path}${path.includes('?') ? '&' : '?'}page_size=100&page_token=${token}`);
      items.push(...(page['items'] as Json[]));
      token = (page['metadata'] as { next_token: number | null }).next_token;
    }
    return items;
  };
  const all = async (path: string) => {
    if (stack.isAtRest !== true) return readAll(path);
    const list = listsAtRest.get(path) ?? readAll(path);
    listsAtRest.set(path, list);
    return [...(await list)];
  };
  return { get, all, events: async (kinds) => (await all(`/events?kinds=${kinds}`)).sort(byId) };
}

export const byId = (a: Json, b: Json) => Number(a['id']) - Number(b['id']);

/** The value at a path such as `payload.vertex.name`; undefined where a part of the path is missing. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Json | null | undefined)?.[name], row);

export const textAt = (row: unknown, path: string) => String(valueAt(row, path));
export const timeAt = (row: unknown, path: string) => Date.parse(textAt(row, path));
/** An amount of any size; null and missing are 0. */
export const amountAt = (row: unknown, path: string) => BigInt((valueAt(row, path) ?? 0) as bigint | number);

export const startOf = (row: Json) => timeAt(row, 'onchain_created_at');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_STEP_MS = 300_000;
/** Longer than a question takes. */
const QUESTION_MS = 30_000;

/** When the week of a time begins, in UTC. */
export const monday = (at: number) => Math.floor((at - 4 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS;

export interface Bounds {
  from: number;
  /** Inclusive. */
  to: number;
}

/** A period as pages count it: whole days of UTC, a single day in whole hours, and an end in steps of five minutes. */
export async function lastDays(days: number): Promise<Bounds> {
  const size = days === 1 ? HOUR_MS : DAY_MS;
  // Pages that are opened next count to the same end.
  const untilNext = PERIOD_STEP_MS - (Date.now() % PERIOD_STEP_MS);
  if (untilNext < QUESTION_MS) await setTimeout(untilNext);
  const end = Math.floor(Date.now() / PERIOD_STEP_MS) * PERIOD_STEP_MS;
  return { from: Math.ceil(end / size) * size - days * DAY_MS, to: end - 1 };
}

/** The bounds of the list that a figure leads to, once they span `days`: the figures of the period before stay until there are new ones. */
export async function boundsOfLink(link: Locator, days = 0): Promise<Bounds> {
  const read = async () => {
    const href = await link.getAttribute('href');
    const bounds = [...new URL(href ?? '', 'http://console.invalid').searchParams].filter(([name]) =>
      /_(after|before)$/.test(name),
    );
    const [from, to] = bounds.map(([, time]) => Date.parse(time));
    return { href, from, to };
  };
  // The current day or hour has only begun. While figures are read, the first link of a sentence can be another, without bounds.
  const daysOf = async () => {
    const { from = NaN, to = NaN } = await read();
    return (to - from) / DAY_MS;
  };
  await expect.poll(daysOf, `the figures span ${days} days`).toBeGreaterThan(days - 1);
  const { href, from, to } = await read();
  if (from === undefined || to === undefined) throw new Error(`${href} has no bounds`);
  return { from, to };
}

export const isWithin = (at: number, { from, to }: Bounds) => at >= from && at <= to;

/** How often each value occurs, the most frequent first. */
export function tally(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** The sum of the amounts of each name, the largest first. */
export function ranked(amounts: readonly (readonly [name: string, amount: bigint])[]): [string, bigint][] {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0n) + amount);
  return [...sums].sort((a, b) => Number(b[1] - a[1]));
}

/** The value below which this share of `sorted` lies, which is one of them. */
export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

/** How long each execution took, in ms; without those that have not ended. */
export async function durations(index: IndexReader, rows: readonly Json[]): Promise<Map<string, number>> {
  const ends = await index.events('ExecutionFinished');
  const endOf = new Map(
    ends.map((event) => [textAt(event, 'payload.execution'), timeAt(event, 'onchain_at')]),
  );
  return new Map(
    rows.flatMap((row) => {
      const end = endOf.get(textAt(row, 'object_id'));
      return end === undefined ? [] : [[textAt(row, 'object_id'), end - startOf(row)] as const];
    }),
  );
}

export const FINISHED = ['succeeded', 'failed', 'aborted'];
/** Those of these executions that have ended. */
export const finishedOf = (runs: readonly Json[]) =>
  runs.filter((run) => FINISHED.includes(textAt(run, 'status')));
/** Those of these executions that failed or were aborted. */
export const failedOf = (runs: readonly Json[]) =>
  finishedOf(runs).filter((run) => run['status'] !== 'succeeded');

/** A share in percent, to a tenth. */
export const percentOf = (part: number, whole: number) => Math.round((part * 1_000) / whole) / 10;
/** The failed ones of the executions that have ended: `12.5 %`. */
export const failureRate = (runs: readonly Json[]) =>
  `${percentOf(failedOf(runs).length, finishedOf(runs).length).toFixed(1)} %`;

export const FEES = ['gas_fee_mist', 'tool_fee_mist', 'priority_fee_mist'] as const;
type Fees = Record<(typeof FEES)[number], bigint>;
export const totalOf = (fees: Fees) => FEES.reduce((sum, name) => sum + fees[name], 0n);

/** The fees of each execution: its last fee event holds its totals. */
export async function feesByExecution(index: IndexReader): Promise<Map<string, Fees>> {
  const recorded = await index.events('ExecutionPaymentFeesRecorded');
  return new Map(
    recorded.map((event) => [
      textAt(event, 'payload.execution_id'),
      Object.fromEntries(FEES.map((name) => [name, amountAt(event, `payload.${name}`)])) as Fees,
    ]),
  );
}

/** What these executions cost, where fees were recorded. */
export const costsOf = (fees: ReadonlyMap<string, Fees>, ids: readonly string[]) =>
  ids.flatMap((id) => {
    const recorded = fees.get(id);
    return recorded === undefined ? [] : [totalOf(recorded)];
  });

/** The skills of all agents. */
export const allSkills = async (index: IndexReader) =>
  (await index.all('/agents')).flatMap((agent) => agent['skills'] as Json[]);

/** The cap of a leader, which events name by its cap or its wallet. */
export function capsOf(leaders: readonly Json[]): (id: string) => string {
  const caps = new Map(leaders.map((row) => [textAt(row, 'leader_address'), textAt(row, 'leader_cap_id')]));
  return (id) => caps.get(id) ?? id;
}

/** The leaders that committed results, by execution. */
export function committers(commits: readonly Json[], capOf: (id: string) => string) {
  const leaders = new Map<string, Set<string>>();
  for (const event of commits) {
    const run = textAt(event, 'payload.execution');
    leaders.set(run, (leaders.get(run) ?? new Set()).add(capOf(textAt(event, 'payload.leader'))));
  }
  return leaders;
}

/** Whether another leader took the turn that this submission failure is about. */
export const isLostRace = (failure: Json) =>
  !['null', 'undefined'].includes(textAt(failure, 'payload.winning_leader'));

export interface RecordedEdge {
  dag: string;
  from: string;
  variant: string;
  port: string;
  to: string;
  input: string;
  /** As recorded: `DoWhile`. */
  kind: string;
}

/** The edges of every DAG, as they were recorded. */
export async function recordedEdges(index: IndexReader): Promise<RecordedEdge[]> {
  return (await index.events('DAGEdgeAdded')).map((event) => ({
    dag: textAt(event, 'payload.dag'),
    from: textAt(event, 'payload.from_vertex.name'),
    variant: textAt(event, 'payload.edge.from.variant.name'),
    port: textAt(event, 'payload.edge.from.port.name'),
    to: textAt(event, 'payload.edge.to.vertex.name'),
    input: textAt(event, 'payload.edge.to.port.name'),
    kind: textAt(event, 'payload.edge.kind.variant'),
  }));
}

/** The recorded tool of every vertex, by `dag/vertex`. */
export async function recordedTools(index: IndexReader): Promise<Map<string, string>> {
  return new Map(
    (await index.events('DAGVertexAdded')).map((event) => [
      `${textAt(event, 'payload.dag')}/${textAt(event, 'payload.vertex.name')}`,
      textAt(event, 'payload.kind.tool_fqn'),
    ]),
  );
}

/** Sorted ids of the rows shown. */
export const shownIds = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? '').sort());
/** Sorted ids of rows of the index. */
export const idsOf = (rows: readonly Json[], name = 'object_id') =>
  rows.map((row) => textAt(row, name)).sort();
