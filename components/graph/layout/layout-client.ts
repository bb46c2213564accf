// Runs placements in a worker: one request at a time, cancelled by terminating the worker.
import type { PlacementResult, PlacementRequest } from '@/lib/dag/placement/request';

export interface LayoutRequest {
  id: number;
  request: PlacementRequest;
}

export type LayoutResponse = { id: number } & ({ result: PlacementResult } | { error: string });

/** The part of Worker that is used, for tests. */
export interface LayoutWorker {
  onmessage: ((event: MessageEvent<LayoutResponse>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage: (request: LayoutRequest) => void;
  terminate: () => void;
}

export interface LayoutClient {
  /** Starts a worker and runs a tiny placement, so that the first real one is fast. */
  warm: () => void;
  /** Throws when the placement fails, and the signal's reason when it is aborted. */
  run: (request: PlacementRequest, signal?: AbortSignal) => Promise<PlacementResult>;
}

const TINY: PlacementRequest = {
  sizes: new Float32Array([10, 10, 10, 10]),
  edges: new Float32Array([0, 1, 5, 5, 0, 0, 0, 0]),
  wrap: false,
  heading: 'right',
};

export function createLayoutClient(spawn: () => LayoutWorker): LayoutClient {
  let idle: LayoutWorker | null = null;
  let lastId = 0;

  function keep(worker: LayoutWorker): void {
    worker.onmessage = null;
    worker.onerror = null;
    if (idle === null) idle = worker;
    else worker.terminate();
  }

  return {
    warm() {
      if (idle !== null) return;
      const worker = spawn();
      idle = worker;
      // A worker that fails to start must not be reused.
      worker.onerror = () => {
        if (idle === worker) idle = null;
      };
      worker.postMessage({ id: 0, request: TINY });
    },

    run(request, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        lastId += 1;
        const id = lastId;
        const worker = idle ?? spawn();
        idle = null;
        const stop = (error: unknown) => {
          finish();
          worker.terminate();
          reject(error instanceof Error ? error : new Error(String(error)));
        };
        const cancel = () => stop(signal?.reason);
        const finish = () => signal?.removeEventListener('abort', cancel);
        signal?.addEventListener('abort', cancel, { once: true });
        worker.onmessage = ({ data }) => {
          if (data.id !== id) return;
          finish();
          keep(worker);
          if ('result' in data) resolve(data.result);
          else reject(new Error(data.error));
        };
        worker.onerror = (event) => stop(new Error(event.message || 'the layout worker did not start'));
        worker.postMessage({ id, request });
      });
    },
  };
}
