import { describe, expect, it } from 'vitest';
import { createFramePool } from './frame-pool';
import { createRing } from './ring';

const pool = () => createFramePool(1_000_000);
const frame = (id: number, size = 10) => ({ id: BigInt(id), kind: 'K', bytes: Buffer.alloc(size) });

describe('the ring', () => {
  it('keeps the newest within both bounds and says after which id it is whole', () => {
    const ring = createRing({ maxFrames: 3, maxBytes: 1000, pool: pool() });
    ring.restart(7n);
    expect([ring.base, ring.last]).toEqual([7n, 7n]);
    for (const id of [8, 10, 11, 14]) ring.push(frame(id));
    expect([ring.base, ring.last, ring.end - ring.start]).toEqual([8n, 14n, 3]);
    ring.push(frame(15, 995));
    expect([ring.base, ring.end - ring.start, ring.bytes]).toEqual([14n, 1, 995]);
  });

  it('finds places by id, between ids and at both ends', () => {
    const ring = createRing({ maxFrames: 4, maxBytes: 1000, pool: pool() });
    for (const id of [2, 4, 6, 8, 10, 12]) ring.push(frame(id));
    const after = (id: number) => ring.at(ring.placeAfter(BigInt(id)))?.id;
    expect([0, 5, 6, 7, 11].map(after)).toEqual([6n, 6n, 8n, 8n, 12n]);
    expect(ring.placeAfter(12n)).toBe(ring.end);
    expect([ring.get(8n)?.id, ring.get(7n), ring.get(4n)]).toEqual([8n, undefined, undefined]);
  });

  it('starts again without giving old places a new meaning', () => {
    const ring = createRing({ maxFrames: 4, maxBytes: 1000, pool: pool() });
    for (const id of [5, 6]) ring.push(frame(id));
    const place = ring.end;
    ring.restart(0n);
    expect(ring.at(place - 1)).toBeUndefined();
    ring.push(frame(1));
    expect([ring.at(place)?.id, ring.base, ring.bytes]).toEqual([1n, 0n, 10]);
  });
});
