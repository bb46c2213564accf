'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import { edgeKindMeaning, edgeKindWord, edgeText, outputName } from '@/lib/dag/wording';
import { IconButton } from '@/components/ui/button';
import { KindGlyph } from './edges/kind-glyph';

interface EdgeInspectorProps {
  edge: GraphEdge;
  onSelect: (name: string) => void;
  onClose: () => void;
  /** What went along it. */
  children: ReactNode;
}

/** Everything about one edge: from which port to which, what its kind does, and its part in the run. */
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
    <aside
      aria-label={`Edge ${edgeText(edge)}`}
      data-testid="edge-inspector"
      data-inspected={edge.key}
      className="min-w-0 pb-3"
    >
      <header className="flex items-center gap-2 px-3 pt-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">
          <KindGlyph kind={edge.kind} />
          Edge, {edgeKindWord(edge.kind)}
        </h3>
        <IconButton label="Close the inspector" onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 pt-1 [&_dt]:text-3">
        <dt>From</dt>
        <dd>{end(edge.from.vertex, outputName(edge.from))}</dd>
        <dt>To</dt>
        <dd>{end(edge.to.vertex, edge.to.port)}</dd>
        <dt>Does</dt>
        <dd className="text-2">{edgeKindMeaning(edge.kind)}</dd>
      </dl>
      {children}
    </aside>
  );
}
