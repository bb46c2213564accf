// Asks a worker for layouts: one request a worker, cancelled by ending the worker, bounded by a deadline.
// The cost of a layout depends on its shape more than on its size, so a deadline says "too much" better than a count does.
import type { PlacementResult, PlacementRequest } from '@/lib/dag/placement/request';

export interface LayoutRequest {
  id: number;
  request: PlacementRequest;
}

export type LayoutResponse = { id: number } & ({ result: PlacementResult } | { error: string });

/** What is used of a Worker, so that a test can bring its own. */
export interface LayoutWorker {
  onmessage: ((event: MessageEvent<LayoutResponse>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage: (request: LayoutRequest) => void;
  terminate: () => void;
}

export class LayoutError extends Error {
  constructor(
    readonly reason: 'deadline' | 'failed',
    message: string,
  ) {
    super(message);
    this.name = 'LayoutError';
  }
}

interface ClientParts {
  spawn: () => LayoutWorker;
  /** Runs `act` after `ms`; returns how to call it off. */
  after: (ms: number, act: () => void) => () => void;
}

export interface LayoutClient {
  /** Loads a worker and lets it draw something tiny, so that the first real request is answered warm. */
  warm: () => void;
  /** Throws LayoutError, or the signal's reason when it is aborted. `deadline_ms` is wall time. */
  run: (
    request: PlacementRequest,
    options: { deadline_ms: number; signal?: AbortSignal },
  ) => Promise<PlacementResult>;
}

const TINY: PlacementRequest = {
  sizes: new Float32Array([10, 10, 10, 10]),
  edges: new Float32Array([0, 1, 5, 5, 0, 0, 0, 0]),
  wrap: false,
  heading: 'right',
};

export function createLayoutClient({ spawn, after }: ClientParts): LayoutClient {
  /** A worker that waits for a request, warmed or used before. */
  let idle: LayoutWorker | null = null;
  let asked = 0;

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
      // A worker that cannot even start must not be kept for a request it will never hear.
      worker.onerror = () => {
        if (idle === worker) idle = null;
      };
      // Its result comes before that of any request asked later, and is told apart by its id.
      worker.postMessage({ id: 0, request: TINY });
    },

    run(request, { deadline_ms, signal }) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        asked += 1;
        const id = asked;
        const worker = idle ?? spawn();
        idle = null;
        const stop = (error: unknown) => {
          finish();
          worker.terminate();
          reject(error instanceof Error ? error : new Error(String(error)));
        };
        const cancel = () => stop(signal?.reason);
        const callOff = after(deadline_ms, () =>
          stop(
            new LayoutError(
              'deadline',
              `no layout was found within ${Math.round(deadline_ms / 1000)} seconds`,
            ),
          ),
        );
        const finish = () => {
          callOff();
          signal?.removeEventListener('abort', cancel);
        };
        signal?.addEventListener('abort', cancel, { once: true });
        worker.onmessage = ({ data }) => {
          if (data.id !== id) return;
          finish();
          keep(worker);
          if ('result' in data) resolve(data.result);
          else reject(new LayoutError('failed', data.error));
        };
        worker.onerror = (event) =>
          stop(new LayoutError('failed', event.message || 'the layout worker did not start'));
        worker.postMessage({ id, request });
      });
    },
  };
}
