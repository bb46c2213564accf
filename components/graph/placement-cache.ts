// The server's placements of the graphs that were opened last, since the same DAGs are opened repeatedly.
import { place } from '@/lib/dag/placement/place';
import type { PlacementRequest, PlacementResult } from '@/lib/dag/placement/request';

const placed = new Map<string, PlacementResult>();
export const MOST_PLACEMENTS = 100;

export function cachedPlacement(request: PlacementRequest): PlacementResult {
  const key = JSON.stringify(request);
  const result = placed.get(key) ?? place(request);
  // The latest are at the end.
  placed.delete(key);
  placed.set(key, result);
  for (const oldest of placed.keys()) {
    if (placed.size <= MOST_PLACEMENTS) break;
    placed.delete(oldest);
  }
  return result;
}
