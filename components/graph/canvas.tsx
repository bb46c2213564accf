'use client';
import 'reactflow/dist/style.css';
import { ReactFlowProvider } from 'reactflow';
import { Flow, type FlowProps } from './flow';

/**
 * The drawing. Loaded on its own, in the browser only: it is the heaviest part of the console. `width` and `height`: of its frame, known before, so that
 * the graph is never seen in another place first.
 */
export function Canvas(props: FlowProps) {
  return (
    <div className="relative h-full w-full">
      <ReactFlowProvider>
        <Flow {...props} />
      </ReactFlowProvider>
    </div>
  );
}
