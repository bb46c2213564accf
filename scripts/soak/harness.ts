// What the soak and both loads do: readers that hold a stream open, visitors that open page after page, and the cost of both.
import { setTimeout as sleep } from 'node:timers/promises';
import { requestPath } from '@/lib/contract/endpoint-url';
import { cpuSeconds, familyOf, residentMb } from '../bench/process-cost';
import { startReader, type StreamReader, type Transport } from './stream-reader';

/** A running product, as its visitors reach it. */
export interface Site {
  transport: Transport;
  /** Of sessions, which readers and visitors use in turn. */
  cookies: readonly string[];
  /** Resolves with the status of the response. */
  get(path: string, headers: Record<string, string>): Promise<number>;
  /** Processes by part of the product. */
  processes(): Record<string, readonly number[]>;
}

/** What the pages that a visitor opens read, as recorded in the browser. */
const PAGES: readonly (readonly string[])[] = [
  [
    requestPath('executions.list', {}, { page_size: '50' }),
    requestPath('stats.executions', {}, { group_by: 'dag' }),
  ],
  [
    requestPath('dags.list', {}, { page_size: '50' }),
    requestPath('stats.executions', {}, { group_by: 'dag' }),
  ],
  [requestPath('leaders.list', {}, { page_size: '50' }), requestPath('leaders.registry', {})],
  [requestPath('events.list', {}, { page_size: '50' })],
  [requestPath('tasks.list', {}, { page_size: '50' }), requestPath('payments.list', {}, { page_size: '50' })],
];
/** Readers opened at once: more would wait for each other's handshakes. */
const OPENED_AT_ONCE = 20;

export const cookieOf = ({ cookies }: Site, visitor: number) => cookies[visitor % cookies.length] ?? '';

export async function startReaders(
  site: Site,
  count: number,
  options: {
    from?: 'start' | 'end';
    retryMs?: number;
    onEvent?: (reader: number, data: string) => void;
  } = {},
): Promise<StreamReader[]> {
  const { onEvent, ...rest } = options;
  const readers: StreamReader[] = [];
  for (let index = 0; index < count; index += 1) {
    readers.push(
      startReader({
        ...rest,
        transport: site.transport,
        cookie: cookieOf(site, index),
        onEvent: (data) => onEvent?.(index, data),
      }),
    );
    if (index % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await sleep(50);
  }
  return readers;
}

export interface Reads {
  reads: number;
  retried: number;
  /** Reads that failed after all attempts. */
  failed: number;
  /** By status and path; status 0: no response. */
  failures: Record<string, number>;
  /** Milliseconds of each successful attempt. */
  ms: number[];
}

/** `retryMs`: waits before further attempts. */
export function createVisitors(site: Site, retryMs: readonly number[] = []) {
  const result: Reads = { reads: 0, retried: 0, failed: 0, failures: {}, ms: [] };

  async function get(visitor: number, path: string, accept = 'application/json'): Promise<void> {
    const headers = {
      accept,
      cookie: cookieOf(site, visitor),
      // As the console requests figures.
      ...(path.includes('/stats/') && { 'cache-control': 'max-age=30' }),
    };
    result.reads += 1;
    for (let attempt = 0; ; attempt += 1) {
      const from = performance.now();
      const status = await site.get(path, headers).catch(() => 0);
      if (status === 200) return void result.ms.push(performance.now() - from);
      const wait = retryMs[attempt];
      if (wait === undefined) {
        result.failed += 1;
        result.failures[`${status} ${path}`] = (result.failures[`${status} ${path}`] ?? 0) + 1;
        return;
      }
      result.retried += 1;
      await sleep(wait * (0.5 + Math.random()));
    }
  }

  async function visit(visitor: number, everyMs: number, isOver: () => boolean): Promise<void> {
    await sleep(Math.random() * everyMs);
    for (let turn = visitor; !isOver(); turn += 1) {
      const from = Date.now();
      const paths = PAGES[turn % PAGES.length] ?? [];
      await Promise.all(paths.map((path) => get(visitor, `/api/index${path}`)));
      await sleep(Math.max(0, everyMs - (Date.now() - from)));
    }
  }

  return {
    result,
    get,
    /** `count` visitors open a page each `everyMs`. */
    browse: (count: number, everyMs: number, isOver: () => boolean) =>
      Promise.all(Array.from({ length: count }, (_, visitor) => visit(visitor, everyMs, isOver))),
  };
}

/** Samples the memory and CPU time of each part; a process that was killed keeps the time that it had used. */
export function createUsage(site: Site) {
  const memory = new Map<string, number[]>();
  const cpu = new Map<string, Map<number, number>>();
  return {
    sample(): void {
      for (const [part, pids] of Object.entries(site.processes())) {
        const all = pids.flatMap(familyOf);
        memory.set(part, [...(memory.get(part) ?? []), residentMb(all)]);
        const seconds = cpu.get(part) ?? new Map<number, number>();
        cpu.set(part, seconds);
        for (const pid of all) seconds.set(pid, Math.max(seconds.get(pid) ?? 0, cpuSeconds([pid])));
      }
    },
    /** At the middle and the end, by part. */
    memoryMb: () =>
      Object.fromEntries(
        [...memory].map(([part, samples]) => [
          part,
          {
            middle: Math.round(samples[Math.floor(samples.length / 2)] ?? 0),
            end: Math.round(samples.at(-1) ?? 0),
          },
        ]),
      ),
    cpuSeconds: () =>
      Object.fromEntries(
        [...cpu].map(([part, seconds]) => [
          part,
          Math.round([...seconds.values()].reduce((sum, used) => sum + used, 0)),
        ]),
      ),
  };
}
