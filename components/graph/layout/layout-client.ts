// Runs placements in a worker: one request at a time, cancelled by terminating the worker.
import type { PlacementResult, PlacementRequest } from '@/lib/dag/placement/request';

export type LayoutResponse = { result: PlacementResult } | { error: string };

/** The part of Worker that is used, for tests. */
export interface LayoutWorker {
  onmessage: ((event: MessageEvent<LayoutResponse>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage: (request: PlacementRequest) => void;
  terminate: () => void;
}

export interface LayoutClient {
  /** Starts a worker early, so that it has loaded its code before the first request. */
  warm: () => void;
  /** Throws when the placement fails, and the signal's reason when it is aborted. */
  run: (request: PlacementRequest, signal?: AbortSignal) => Promise<PlacementResult>;
}

export function createLayoutClient(spawn: () => LayoutWorker): LayoutClient {
  let idle: LayoutWorker | null = null;

  function keep(worker: LayoutWorker): void {
    worker.onmessage = null;
    // A worker that failed to start must not be reused.
    worker.onerror = () => {
      if (idle === worker) idle = null;
    };
    if (idle === null) idle = worker;
    else worker.terminate();
  }

  return {
    warm() {
      if (idle === null) keep(spawn());
    },

    run(request, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const worker = idle ?? spawn();
        idle = null;
        const stop = (error: unknown) => {
          signal?.removeEventListener('abort', cancel);
          worker.terminate();
          reject(error instanceof Error ? error : new Error(String(error)));
        };
        const cancel = () => stop(signal?.reason);
        signal?.addEventListener('abort', cancel);
        worker.onmessage = ({ data }) => {
          signal?.removeEventListener('abort', cancel);
          keep(worker);
          if ('result' in data) resolve(data.result);
          else reject(new Error(data.error));
        };
        worker.onerror = ({ message }) => stop(new Error(message || 'the layout worker did not start'));
        worker.postMessage(request);
      });
    },
  };
}
