// No gap and no double, wherever a reader begins and whatever is appended meanwhile: random interleavings, compared with the log itself.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '@/lib/time/clock';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { count } from '@/scripts/test-size';
import { openEventStream } from './event-stream';
import { createLogReader } from './log-reader';

let index: MemoryIndex;
let made = 0;

beforeAll(async () => {
  index = await openMemoryIndex();
});
afterAll(() => index.close());

/** Lines to append: two kinds that are served, and one that the catalogue knows but cannot decode. */
const LINES = {
  created: () => event('DAGCreatedEvent', { dag: id(`dag ${(made += 1)}`) }),
  sealed: () => event('DAGFinalizedEvent', { dag: id(`dag ${(made += 1)}`) }),
  broken: () => event('DAGCreatedEvent', { nothing: (made += 1) }),
};
type LineName = keyof typeof LINES;
const line = fc.constantFrom<LineName>('created', 'sealed', 'broken');

const action = fc.oneof(
  fc.record({ do: fc.constant('append' as const), lines: fc.array(line, { minLength: 1, maxLength: 7 }) }),
  fc.record({
    do: fc.constant('open' as const),
    /** How far behind the tip the cursor lies; negative: beyond it. Null: no cursor. */
    behind: fc.option(fc.integer({ min: -3, max: 20 })),
    sealedOnly: fc.boolean(),
  }),
  fc.record({ do: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 4 }) }),
);

/** Reads ids from now on until the one that `last` names has come; it is asked again after every piece. */
async function readIds(body: ReadableStream<Uint8Array>, last: () => bigint | undefined): Promise<bigint[]> {
  const ids: bigint[] = [];
  const reader = body.getReader();
  const decoder = new TextDecoder();
  while ((ids.at(-1) ?? 0n) < (last() ?? 1n << 63n)) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const [, digits] of decoder.decode(value).matchAll(/^id: (\d+)$/gm)) ids.push(BigInt(digits ?? 0));
  }
  await reader.cancel();
  return ids;
}

const forever = {
  clock: systemClock,
  keepAliveMs: 60_000,
  expiresAt: Number.POSITIVE_INFINITY,
  inTurn: <Value>(read: () => Promise<Value>) => read(),
  onEnd: () => undefined,
  onError: (error: unknown) => {
    throw error;
  },
};

test('every reader gets exactly the events after its cursor, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (actions, chunk, events) => {
        const { log } = index;
        // Rows may arrive after the notification of a later commit: a store over a network answers when it likes.
        const late = {
          ...log,
          async readAfter(...input: Parameters<typeof log.readAfter>) {
            const rows = await log.readAfter(...input);
            await new Promise((resolve) => setTimeout(resolve, 3));
            return rows;
          },
        };
        const reader = createLogReader(late, { chunk, keep: { events, characters: 8_000 } });
        const appends: Promise<unknown>[] = [];
        const opened: { from: bigint; kinds: string[] | undefined; got: Promise<bigint[]> }[] = [];
        let last: bigint | undefined = undefined;
        for (const action of actions) {
          if (action.do === 'append') appends.push(log.append(action.lines.map((name) => LINES[name]())));
          else if (action.do === 'pause') await new Promise((resolve) => setTimeout(resolve, action.ms));
          else {
            const requestedCursor = action.behind === null ? undefined : log.tip() - BigInt(action.behind);
            const cursor =
              requestedCursor === undefined
                ? undefined
                : await reader.clamp(requestedCursor < 0n ? 0n : requestedCursor);
            const kinds = action.sealedOnly ? ['DAGFinalizedEvent'] : undefined;
            const requested = kinds && new Set(kinds);
            const from = cursor ?? log.tip();
            const { body } = openEventStream({ ...forever, reader, cursor, kinds: requested });
            opened.push({ from, kinds, got: readIds(body, () => last) });
          }
        }
        await Promise.all(appends);
        last = log.tip() + 1n;
        await log.append([LINES.sealed()]);
        for (const { from, kinds, got } of opened) {
          const expected = await log.readAfter(from, 10_000, kinds);
          expect(await got).toEqual(expected.map((row) => row.id));
        }
        reader.stop();
      },
    ),
    { numRuns: count(15, 200) },
  );
});

test('live events are served from memory, and a cursor that is too old from the store', async () => {
  const { log } = index;
  let reads = 0;
  const countingLog = {
    tip: log.tip,
    storedTip: log.storedTip,
    logId: log.logId,
    subscribe: log.subscribe,
    readAfter: (...input: Parameters<typeof log.readAfter>) => {
      reads += 1;
      return log.readAfter(...input);
    },
  };
  const reader = createLogReader(countingLog, { keep: { events: 3, characters: 100_000 } });
  const before = log.tip();
  await log.append([LINES.created(), LINES.created(), LINES.created()]);
  expect((await reader.next(before, undefined))?.events).toHaveLength(3);
  expect(reads).toBe(0);
  await log.append([LINES.created()]);
  expect((await reader.next(before + 1n, undefined))?.events).toHaveLength(3);
  expect(reads).toBe(0);
  expect((await reader.next(before, undefined))?.events).toHaveLength(4);
  expect(reads).toBe(1);
  expect(await reader.next(log.tip(), undefined)).toBeUndefined();
  reader.stop();
});

test.each([
  ['memory', 100],
  ['the store', 0],
])('a read of large events from %s ends early, and the next continues there', async (_, events) => {
  const { log } = index;
  const reader = createLogReader(log, { keep: { events, characters: 100_000_000 } });
  const large = () => event('DAGCreatedEvent', { dag: id(`dag ${(made += 1)}`), more: 'x'.repeat(400_000) });
  const before = log.tip();
  for (let appended = 0; appended < 7; appended += 1) await log.append([large()]);
  const lengths: number[] = [];
  let cursor = before;
  for (let step = await reader.next(cursor, undefined); step; step = await reader.next(cursor, undefined)) {
    lengths.push(step.events.length);
    ({ cursor } = step);
  }
  expect(lengths).toEqual([3, 3, 1]);
  reader.stop();
});
