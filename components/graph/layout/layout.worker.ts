// The layout worker: ELK and nothing else. One question at a time; whoever asked may terminate it in the middle.
import ELK from 'elkjs/lib/elk.bundled.js';
import type { LayoutAnswer, LayoutQuestion } from './layout-client';

interface WorkerScope {
  onmessage: ((event: { data: LayoutQuestion }) => void) | null;
  postMessage: (answer: LayoutAnswer) => void;
}

const scope = globalThis as unknown as WorkerScope;
const elk = new ELK();

// Set after the import: inside a worker, elkjs claims onmessage for itself.
scope.onmessage = ({ data }) => {
  elk.layout(data.graph as never).then(
    (graph) => scope.postMessage({ graph: graph as unknown as LayoutQuestion['graph'] }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};
