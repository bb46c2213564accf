import { expect, it } from 'vitest';
import { createFramePool } from './frame-pool';
import { createRing } from './ring';

const frame = (id: number, text = 'x'.repeat(10)) => ({
  id: BigInt(id),
  kind: 'K',
  bytes: Buffer.from(text),
});

function ringsOver(maxBytes: number, count: number) {
  const pool = createFramePool(maxBytes);
  const rings = Array.from({ length: count }, () => createRing({ maxFrames: 99, maxBytes: 1000, pool }));
  for (const ring of rings) pool.add(ring);
  return { pool, rings };
}

it('all rings share one budget: the largest gives way', () => {
  const { pool, rings } = ringsOver(100, 2);
  const [big, small] = rings;
  for (let id = 1; id <= 9; id += 1) big!.push(frame(id));
  for (let id = 11; id <= 13; id += 1) small!.push(frame(id));
  pool.grown();
  expect([big!.bytes, small!.bytes, big!.base]).toEqual([70, 30, 2n]);
});

it('equal frames of two keys are one buffer, counted once, until the last lets go', () => {
  const { pool, rings } = ringsOver(1000, 2);
  const [one, two] = rings;
  for (let id = 1; id <= 5; id += 1) for (const ring of rings) ring.push(frame(id));
  expect(one!.get(3n)).toBe(two!.get(3n));
  expect([pool.frames, pool.bytes]).toEqual([5, 50]);
  one!.restart(0n);
  expect([pool.frames, pool.bytes]).toEqual([5, 50]);
  two!.evict();
  expect([pool.frames, pool.bytes]).toEqual([4, 40]);
  two!.restart(0n);
  expect([pool.frames, pool.bytes]).toEqual([0, 0]);
});

it('keys that are shown different logs share nothing', () => {
  const { pool, rings } = ringsOver(1000, 2);
  rings[0]!.push(frame(1, 'mine'));
  rings[1]!.push(frame(1, 'yours'));
  expect(rings.map((ring) => ring.get(1n)?.bytes.toString())).toEqual(['mine', 'yours']);
  expect([pool.frames, pool.bytes]).toEqual([2, 9]);
  rings[1]!.restart(0n);
  rings[0]!.restart(0n);
  expect([pool.frames, pool.bytes]).toEqual([0, 0]);
});

it('a budget that shared frames overrun empties every ring that holds them', () => {
  const { pool, rings } = ringsOver(30, 3);
  for (let id = 1; id <= 5; id += 1) for (const ring of rings) ring.push(frame(id));
  pool.grown();
  expect(pool.bytes).toBe(30);
  expect(rings.map((ring) => ring.base)).toEqual([2n, 2n, 2n]);
});
