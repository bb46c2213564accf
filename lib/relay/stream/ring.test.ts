import { describe, expect, it } from 'vitest';
import { createRing, createRingBudget } from './ring';

const budget = () => createRingBudget(1_000_000);
const frame = (id: number, size = 10) => ({ id: BigInt(id), bytes: Buffer.alloc(size) });

const text = (id: number, content = 'x'.repeat(10)) => ({
  id: BigInt(id),
  bytes: Buffer.from(content),
});

describe('the ring', () => {
  it('keeps the newest frames within both limits and knows after which id it is complete', () => {
    const ring = createRing({ maxFrames: 3, maxBytes: 1000, budget: budget() });
    ring.restart(7n);
    expect([ring.base, ring.last]).toEqual([7n, 7n]);
    for (const id of [8, 10, 11, 14]) ring.push(frame(id));
    expect([ring.base, ring.last, ring.end - ring.start]).toEqual([8n, 14n, 3]);
    ring.push(frame(15, 995));
    expect([ring.base, ring.end - ring.start, ring.bytes]).toEqual([14n, 1, 995]);
  });

  it('finds places by id, between ids and at both ends', () => {
    const ring = createRing({ maxFrames: 4, maxBytes: 1000, budget: budget() });
    for (const id of [2, 4, 6, 8, 10, 12]) ring.push(frame(id));
    const after = (id: number) => ring.at(ring.placeAfter(BigInt(id)))?.id;
    expect([0, 5, 6, 7, 11].map(after)).toEqual([6n, 6n, 8n, 8n, 12n]);
    expect(ring.placeAfter(12n)).toBe(ring.end);
    expect([ring.get(8n)?.id, ring.get(7n), ring.get(4n)]).toEqual([8n, undefined, undefined]);
  });

  it('restarts without reusing old places', () => {
    const ring = createRing({ maxFrames: 4, maxBytes: 1000, budget: budget() });
    for (const id of [5, 6]) ring.push(frame(id));
    const place = ring.end;
    ring.restart(0n);
    expect(ring.at(place - 1)).toBeUndefined();
    ring.push(frame(1));
    expect([ring.at(place)?.id, ring.base, ring.bytes]).toEqual([1n, 0n, 10]);
  });
});

function ringsOver(maxBytes: number, count: number) {
  const budget = createRingBudget(maxBytes);
  const rings = Array.from({ length: count }, () => createRing({ maxFrames: 99, maxBytes: 1000, budget }));
  return { budget, rings };
}

it('all rings share one budget: the largest evicts first', () => {
  const { rings } = ringsOver(100, 2);
  const [big, small] = rings;
  for (let id = 1; id <= 9; id += 1) big!.push(text(id));
  for (let id = 11; id <= 13; id += 1) small!.push(text(id));
  expect([big!.bytes, small!.bytes, big!.base]).toEqual([70, 30, 2n]);
});

it('equal frames of two keys are one buffer, counted once, until the last ring drops it', () => {
  const { budget, rings } = ringsOver(1000, 2);
  const [first, second] = rings;
  for (let id = 1; id <= 5; id += 1) for (const ring of rings) ring.push(text(id));
  expect(first!.get(3n)).toBe(second!.get(3n));
  expect([budget.frames, budget.bytes]).toEqual([5, 50]);
  first!.restart(0n);
  expect([budget.frames, budget.bytes]).toEqual([5, 50]);
  second!.evict();
  expect([budget.frames, budget.bytes]).toEqual([4, 40]);
  second!.restart(0n);
  expect([budget.frames, budget.bytes]).toEqual([0, 0]);
});

it('keys that see different logs share nothing', () => {
  const { budget, rings } = ringsOver(1000, 2);
  rings[0]!.push(text(1, 'first log'));
  rings[1]!.push(text(1, 'second log'));
  expect(rings.map((ring) => ring.get(1n)?.bytes.toString())).toEqual(['first log', 'second log']);
  expect([budget.frames, budget.bytes]).toEqual([2, 19]);
  rings[1]!.restart(0n);
  rings[0]!.restart(0n);
  expect([budget.frames, budget.bytes]).toEqual([0, 0]);
});

it('over budget, shared frames are evicted from every ring that holds them', () => {
  const { budget, rings } = ringsOver(30, 3);
  for (let id = 1; id <= 5; id += 1) for (const ring of rings) ring.push(text(id));
  expect(budget.bytes).toBe(30);
  // The first ring made room while the others still held the frame.
  expect(rings.map((ring) => ring.base)).toEqual([3n, 2n, 2n]);
});
