// The layout worker. It runs one placement at a time and may be terminated during it.
import { place } from '@/lib/dag/placement/place';
import type { PlacementRequest } from '@/lib/dag/placement/request';
import type { LayoutResponse } from './layout-client';

interface WorkerScope {
  onmessage: ((event: { data: PlacementRequest }) => void) | null;
  postMessage: (response: LayoutResponse) => void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage({ result: place(data) });
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
