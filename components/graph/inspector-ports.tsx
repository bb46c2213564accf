'use client';
import type { ReactNode } from 'react';
import type { GraphEdge, InputPort, OutputPort } from '@/lib/dag/flow-graph';
import { edgeKindWord, edgeSource, edgeTarget, outputName } from '@/lib/dag/wording';
import { PortValue } from '@/components/values/port-value';
import { KindGlyph } from './edges/kind-glyph';

type Select = (name: string) => void;

/** The other end of an edge, as a way to go there. */
function Jump({ edge, end, onSelect }: { edge: GraphEdge; end: 'from' | 'to'; onSelect: Select }) {
  return (
    <button
      type="button"
      onClick={() => onSelect(edge[end].vertex)}
      className="flex max-w-full items-center gap-1.5 text-left mono hover:text-accent hover:underline"
    >
      <span className="text-3">{end === 'from' ? 'from' : 'to'}</span>
      <span className="truncate">{end === 'from' ? edgeSource(edge) : edgeTarget(edge)}</span>
      {edge.kind !== 'normal' && (
        <span className="inline-flex shrink-0 items-center gap-1 text-3">
          <KindGlyph kind={edge.kind} />
          {edgeKindWord(edge.kind)}
        </span>
      )}
    </button>
  );
}

function Port({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="border-t border-line px-3 py-1.5">
      <p className="break-words font-medium mono">{name}</p>
      <div className="mt-0.5 flex flex-col gap-1 pl-2 text-2">{children}</div>
    </li>
  );
}

/** An input port and everything that feeds it. */
export function InputLine({ input, onSelect }: { input: InputPort; onSelect: Select }) {
  const { edges, default_value, entry_groups } = input;
  return (
    <Port name={input.port}>
      {edges.map((edge) => (
        <Jump key={edge.key} edge={edge} end="from" onSelect={onSelect} />
      ))}
      {entry_groups.length > 0 && (
        <span>
          asked of the caller by <span className="mono">{entry_groups.join(', ')}</span>
        </span>
      )}
      {default_value !== null && (
        <div className="min-w-0">
          <span className="text-3">default </span>
          <PortValue port={default_value} />
        </div>
      )}
      {edges.length + entry_groups.length === 0 && default_value === null && (
        <span className="text-3">fed by nothing</span>
      )}
    </Port>
  );
}

/** An output port and where it goes. */
export function OutputLine({ output, onSelect }: { output: OutputPort; onSelect: Select }) {
  return (
    <Port name={outputName(output)}>
      {output.edges.map((edge) => (
        <Jump key={edge.key} edge={edge} end="to" onSelect={onSelect} />
      ))}
      {output.declared && <span>an output of the DAG</span>}
      {output.edges.length === 0 && !output.declared && <span className="text-3">goes nowhere</span>}
    </Port>
  );
}
