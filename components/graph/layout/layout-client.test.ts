import { describe, expect, it } from 'vitest';
import type { PlacementResult, PlacementRequest } from '@/lib/dag/placement/request';
import { createLayoutClient, type LayoutWorker } from './layout-client';

/** Told apart by their width alone. */
const request = (width: number): PlacementRequest => ({
  sizes: [{ width, height: 10 }],
  edges: [],
  wrap: false,
  heading: 'right',
});
const resultOf = (width: number): PlacementResult => ({
  vertices: [{ x: 0, y: 0, width, height: 10 }],
  edges: [],
});

/** Workers that respond on command. */
function stage() {
  const workers: (LayoutWorker & {
    requests: PlacementRequest[];
    ended: boolean;
    result: (at: number) => void;
  })[] = [];
  const client = createLayoutClient(() => {
    const worker = {
      onmessage: null,
      onerror: null,
      requests: [] as PlacementRequest[],
      ended: false,
      postMessage: (request: PlacementRequest) => worker.requests.push(request),
      terminate: () => {
        worker.ended = true;
      },
      result: (at: number) => {
        const data = { result: resultOf(worker.requests[at]!.sizes[0]!.width) };
        (worker as LayoutWorker).onmessage?.({ data } as never);
      },
    };
    workers.push(worker);
    return worker;
  });
  return { client, workers };
}

describe('the layout client', () => {
  it('uses the warmed worker', async () => {
    const { client, workers } = stage();
    client.warm();
    client.warm();
    const result = client.run(request(1));
    workers[0]!.result(0);
    expect((await result).vertices[0]?.width).toBe(1);
    expect(workers).toHaveLength(1);
  });

  it('keeps a worker for the next request', async () => {
    const { client, workers } = stage();
    for (const [at, width] of [1, 2].entries()) {
      const result = client.run(request(width));
      workers[0]!.result(at);
      await result;
    }
    expect(workers).toHaveLength(1);
  });

  it('stops the worker of an abandoned request and starts another', async () => {
    const { client, workers } = stage();
    const leaving = new AbortController();
    const result = client.run(request(1), leaving.signal);
    leaving.abort(new Error('left the page'));
    await expect(result).rejects.toThrow('left the page');
    expect(workers[0]!.ended).toBe(true);
    const next = client.run(request(2));
    workers[1]!.result(0);
    expect((await next).vertices[0]?.width).toBe(2);
  });

  it('runs two requests at once in two workers and keeps one of them', async () => {
    const { client, workers } = stage();
    const answers = [client.run(request(1)), client.run(request(2))];
    workers[1]!.result(0);
    workers[0]!.result(0);
    await Promise.all(answers);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('reports a worker that cannot start', async () => {
    const { client, workers } = stage();
    const result = client.run(request(1));
    workers[0]!.onerror?.({ message: '' } as ErrorEvent);
    await expect(result).rejects.toThrow('the layout worker did not start');
  });
});
