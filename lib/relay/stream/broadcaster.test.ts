// When frames are written, and how many at once, on a manual clock.
import { describe, expect, it } from 'vitest';
import { createModelChannel, type ModelChannel } from '@/lib/relay/testing/model-channel';

const WINDOW = 50;

async function flowing(readerCount: number) {
  const model = createModelChannel({ batchMs: WINDOW, gatherMs: 1 }, () => 0.5);
  const readers = Array.from({ length: readerCount }, () => model.attach(undefined));
  model.pass(1);
  for (let round = 0; round < 3; round += 1) await model.runPromises();
  const pump = () => {
    for (const stream of model.streams) while (model.pump(stream, 100));
  };
  pump();
  return { model, readers, pump };
}

function sends({ model, pump }: { model: ModelChannel; pump: () => void }): void {
  model.append(1n);
  pump();
}

describe('flushing', () => {
  it('writes at once after a pause, so a quiet feed is never delayed', async () => {
    const scene = await flowing(1);
    for (let id = 1n; id <= 5n; id += 1n) {
      scene.model.pass(WINDOW);
      sends(scene);
      expect(scene.readers[0]!.got.at(-1)).toBe(id);
    }
    expect(scene.model.metrics.merges).toBe(0);
  });

  it('combines what follows within the window into one write at its end', async () => {
    const scene = await flowing(2);
    sends(scene);
    for (let n = 0; n < 4; n += 1) {
      scene.model.pass(10);
      sends(scene);
    }
    expect(scene.readers.map(({ got }) => got.length)).toEqual([1, 1]);
    scene.model.pass(9);
    expect(scene.readers.map(({ got }) => got.length)).toEqual([1, 1]);
    scene.model.pass(1);
    expect(scene.readers.map(({ got }) => got.length)).toEqual([5, 5]);
    expect(scene.readers.map(({ writes }) => writes)).toEqual([2, 2]);
    expect(scene.model.metrics).toMatchObject({ merges: 2, deliveries: 10 });
  });

  it('never holds back more than the ring could drop', async () => {
    const scene = await flowing(1);
    sends(scene);
    for (let n = 0; n < 300; n += 1) scene.model.append(1n);
    scene.pump();
    expect(scene.readers[0]!.got.length).toBeGreaterThan(256);
  });

  it('a reader that joins during the window gets each frame once', async () => {
    const scene = await flowing(1);
    sends(scene);
    sends(scene);
    const cursors = [0n, 1n, 2n].map((cursor) => scene.model.attach(cursor));
    sends(scene);
    scene.model.pass(2 * WINDOW);
    expect(cursors.map(({ got }) => got)).toEqual([[1n, 2n, 3n], [2n, 3n], [3n]]);
  });

  it('readers share one chunk', async () => {
    const scene = await flowing(2);
    for (let n = 0; n < 3; n += 1) sends(scene);
    scene.model.pass(WINDOW);
    expect(scene.readers.map(({ got }) => got)).toEqual([
      [1n, 2n, 3n],
      [1n, 2n, 3n],
    ]);
    expect(scene.readers[0]!.chunks.at(-1)).toBe(scene.readers[1]!.chunks.at(-1));
  });
});
