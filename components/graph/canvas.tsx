'use client';
import 'reactflow/dist/style.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { Flow, type FlowProps } from './flow';

/** The drawing. Loaded on its own, in the browser only: it is the heaviest part of the console. */
export function Canvas(props: Omit<FlowProps, 'width' | 'height'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  // Measured before the first paint, so that the graph is never seen in another place first.
  useLayoutEffect(() => {
    const box = frame.current;
    if (box) setSize({ width: box.clientWidth, height: box.clientHeight });
  }, []);
  return (
    <div ref={frame} className="relative h-full w-full">
      {size && (
        <ReactFlowProvider>
          <Flow {...props} {...size} />
        </ReactFlowProvider>
      )}
    </div>
  );
}
