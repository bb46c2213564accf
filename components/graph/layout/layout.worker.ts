// The layout worker: our placement and nothing else. One question at a time; whoever asked may terminate it in the middle.
import { place } from '@/lib/dag/placement/place';
import type { LayoutAnswer, LayoutQuestion } from './layout-client';

interface WorkerScope {
  onmessage: ((event: { data: LayoutQuestion }) => void) | null;
  postMessage: (answer: LayoutAnswer, transfer?: Transferable[]) => void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { id, question } }) => {
  try {
    const answer = place(question);
    const { vertices, points, starts, labels } = answer;
    scope.postMessage(
      { id, answer },
      [vertices, points, starts, labels].map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
