// The log as the index lists it, and how what a reader received differs from it.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { StreamReader } from './stream-reader';

export interface Reference {
  log_id: string;
  /** Ascending. */
  ids: number[];
}

export interface Difference {
  missing: number[];
  extra: number[];
  /** Ids out of order, and resets. */
  wrong: number;
}

const page = z.object({
  items: z.array(z.object({ id: z.number() })),
  metadata: z.object({ next_token: z.number().nullable() }),
});
const info = z.object({ network: z.object({ log_id: z.string() }) });

/** The log after an id, which must not change meanwhile. */
export async function readReference(indexUrl: string, key: string, after = 0): Promise<Reference> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`${path.split('?')[0]} returned ${response.status}`);
    return response.json();
  };
  const { log_id } = info.parse(await read('/')).network;
  const ids: number[] = [];
  let token: number | null = 0;
  while (token !== null) {
    const { items, metadata } = page.parse(
      await read(requestPath('events.list', {}, { page_size: '100', page_token: String(token) })),
    );
    ids.push(...items.map(({ id }) => id).filter((id) => id > after));
    token = (items.at(-1)?.id ?? 0) > after ? metadata.next_token : null;
  }
  return { log_id, ids: ids.reverse() };
}

const expectedBy = (start: number | undefined, log: Reference) =>
  start === undefined ? log.ids : log.ids.filter((id) => id > start);

/** All of the log is missing if the reader never received its name and end. */
export function differenceOf(reader: StreamReader, log: Reference): Difference {
  const { start, ids, wrong } = reader.logs.get(log.log_id) ?? { start: undefined, ids: [], wrong: 0 };
  const expected = new Set(expectedBy(start, log));
  const received = new Set(ids);
  return {
    missing: [...expected].filter((id) => !received.has(id)),
    extra: [...received].filter((id) => !expected.has(id)),
    wrong,
  };
}

export const isExact = ({ missing, extra, wrong }: Difference) => missing.length + extra.length + wrong === 0;

/** Responses other than a stream, by status. */
export function refusalsOf(readers: readonly StreamReader[]): Record<string, number> {
  const refusals: Record<string, number> = {};
  for (const reader of readers)
    for (const [status, count] of reader.refused) {
      const name = status === 0 ? 'unreachable' : String(status);
      refusals[name] = (refusals[name] ?? 0) + count;
    }
  return refusals;
}

/** Waits until every reader has as many events as the log, or `timeoutMs` are over; resolves with the number of others. */
export async function untilComplete(
  readers: readonly StreamReader[],
  log: Reference,
  timeoutMs: number,
): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  const isIncomplete = (reader: StreamReader) => {
    const received = reader.logs.get(log.log_id);
    return received === undefined || received.ids.length < expectedBy(received.start, log).length;
  };
  for (;;) {
    const incomplete = readers.filter(isIncomplete).length;
    if (incomplete === 0 || performance.now() > deadline) return incomplete;
    await sleep(250);
  }
}
