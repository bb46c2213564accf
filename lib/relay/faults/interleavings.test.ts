// Fault 25: a browser connects just when replay turns live. The steps of index, channel, sockets and clock run in random order; a browser that
// reconnects at its cursor ends up with exactly the log. A failing order is shrunk and printed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { count } from '@/scripts/test-size';
import { createModelChannel, type ModelChannel, type ModelReader } from '@/lib/relay/testing/model-channel';

const LIMITS = {
  ringFrames: 8,
  catchUps: 2,
  gatherMs: 20,
  patienceMs: 100,
  drainMs: 3_000,
  heartbeatMs: 500,
  maxAgeMs: 20_000,
};

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      by: fc.bigInt(1n, 3n),
      times: fc.nat(6),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pump' as const),
      which: fc.nat(5),
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      behind: fc.option(fc.integer({ min: -3, max: 30 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fill' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drain' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 10, 30, 60, 300, 1_500),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const at = <Item>(list: Iterable<Item>, which: number): Item | undefined => {
  const all = [...list];
  return all[which % Math.max(1, all.length)];
};

function take(model: ModelChannel, readers: Set<ModelReader>, action: Step): void {
  if (action.do === 'append') for (let n = 0; n <= action.times; n += 1) model.append(action.by);
  else if (action.do === 'pass') model.pass(action.ms);
  else if (action.do === 'connect') {
    const tip = model.log.at(-1) ?? 0n;
    const cursor = action.behind === undefined ? undefined : Math.max(0, Number(tip) - action.behind);
    readers.add(model.attach(cursor === undefined ? undefined : BigInt(cursor)));
  } else if (action.do === 'pump' || action.do === 'cut') {
    const stream = at(model.streams, action.which);
    if (stream === undefined) return;
    if (action.do === 'cut') model.cut(stream);
    else model.pump(stream, action.count);
  } else {
    const reader = at(readers, action.which);
    if (reader === undefined) return;
    if (action.do === 'fill') reader.full = true;
    else if (action.do === 'drain') model.drain(reader);
    else reader.detach();
  }
}

/** Compares what was delivered with the log: from the starting point, nothing missing, nothing twice. */
function expectComplete(model: ModelChannel, reader: ModelReader): void {
  const clamped = reader.tips.findLast(({ of }) => of === 'relay-reset')?.tip;
  const hello = reader.tips.find(({ of }) => of === 'relay-hello')?.tip;
  const start = clamped ?? reader.began ?? hello;
  if (start === undefined) return expect(reader.got).toEqual([]);
  const expected = model.log.filter((id) => id > start);
  // A stream that has ended delivered a prefix.
  expect(reader.got).toEqual(reader.open ? expected : expected.slice(0, reader.got.length));
  for (const { upTo, delivered } of reader.claims)
    expect(delivered).toBe(expected.filter((id) => id <= upTo).length);
}

it(`fault 25: in ${count(200, 10_000)} orders of subscribing, replay, live events, cuts and full sockets every browser has the log`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), fc.nat(), async (steps, seed) => {
      let state = seed + 1;
      const model = createModelChannel(LIMITS, () => (state = (state * 16807) % 2147483647) / 2147483647);
      const readers = new Set<ModelReader>();
      for (const action of steps) {
        take(model, readers, action);
        await model.runPromises();
        expect(model.mostStreams()).toBeLessThanOrEqual(1 + LIMITS.catchUps);
      }
      // Everything pending happens; disconnected browsers return at their cursors.
      for (let quiet = 0; quiet < 4; quiet += 1) {
        for (const reader of [...readers]) {
          model.drain(reader);
          if (reader.open) continue;
          expectComplete(model, reader);
          readers.delete(reader);
          if (reader.cursor === undefined) continue;
          readers.add(model.attach(reader.cursor));
        }
        for (let round = 0; round < 40; round += 1) {
          for (const stream of [...model.streams]) while (model.pump(stream, 50)) quiet = 0;
          for (const reader of readers) model.drain(reader);
          model.pass(50);
          await model.runPromises();
        }
      }
      for (const reader of readers) if (reader.open) expectComplete(model, reader);
    }),
    { numRuns: count(200, 10_000) },
  );
}, 900_000);
