'use client';
import type { ReactNode } from 'react';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import { edgeKindMeaning, edgeKindWord, edgeText, outputName } from '@/lib/dag/wording';
import { EdgeKindIcon } from '@/components/graph/kind-icons';
import { InspectorFrame, Pairs } from './frame';

interface EdgeInspectorProps {
  edge: GraphEdge;
  onSelect: (name: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** One edge: its ports, its kind, and its part in the run. */
export function EdgeInspector({ edge, onSelect, onClose, children }: EdgeInspectorProps) {
  const end = (name: string, port: string) => (
    <button
      type="button"
      onClick={() => onSelect(name)}
      className="max-w-full text-left break-words mono hover:text-accent hover:underline"
    >
      {name}.{port}
    </button>
  );
  return (
    <InspectorFrame
      label={`Edge ${edgeText(edge)}`}
      testId="edge-inspector"
      inspected={edge.key}
      title={
        <>
          <EdgeKindIcon kind={edge.kind} />
          Edge, {edgeKindWord(edge.kind)}
        </>
      }
      onClose={onClose}
    >
      <Pairs>
        <dt>From</dt>
        <dd>{end(edge.from.vertex, outputName(edge.from))}</dd>
        <dt>To</dt>
        <dd>{end(edge.to.vertex, edge.to.port)}</dd>
        <dt>Effect</dt>
        <dd className="text-2">{edgeKindMeaning(edge.kind)}</dd>
      </Pairs>
      {children}
    </InspectorFrame>
  );
}
