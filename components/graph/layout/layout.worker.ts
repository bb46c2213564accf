// The layout worker. It runs one placement at a time and may be terminated during it.
import { place } from '@/lib/dag/placement/place';
import type { LayoutResponse, LayoutRequest } from './layout-client';

interface WorkerScope {
  onmessage: ((event: { data: LayoutRequest }) => void) | null;
  postMessage: (result: LayoutResponse, transfer?: Transferable[]) => void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { id, request } }) => {
  try {
    const result = place(request);
    const { vertices, points, starts, labels } = result;
    scope.postMessage(
      { id, result },
      [vertices, points, starts, labels].map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
