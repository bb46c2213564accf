'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Finding } from '@/lib/dag/contract-check/finding';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from '@/lib/dag/flow-graph';
import {
  memberStates,
  vertexRunLabel,
  vertexRunText,
  vertexStateWord,
  type VertexRun,
} from '@/lib/dag/run-state';
import { edgeKindWord, edgeSource, edgeTarget, outputName } from '@/lib/dag/wording';
import { IconButton } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Fqn } from '@/components/values/fqn';
import { PortValue } from '@/components/values/port-value';
import { KindGlyph } from './edges/kind-glyph';
import { stateText } from './run-colours';
import { KindMark } from './vertices/kind-mark';

interface InspectorProps {
  graph: FlowGraph;
  vertex: GraphVertex;
  /** By vertex; null without a run. */
  run: ReadonlyMap<string, VertexRun> | null;
  runOf?: ((vertex: string) => ReactNode) | undefined;
  onSelect: (name: string | null) => void;
  findings: readonly Finding[];
}

/** The other end of an edge, as a way to go there. */
function Jump({
  edge,
  end,
  onSelect,
}: {
  edge: GraphEdge;
  end: 'from' | 'to';
  onSelect: InspectorProps['onSelect'];
}) {
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

function Input({ input, onSelect }: { input: InputPort; onSelect: InspectorProps['onSelect'] }) {
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

function Output({ output, onSelect }: { output: OutputPort; onSelect: InspectorProps['onSelect'] }) {
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

function Heading({ children, count }: { children: ReactNode; count: number }) {
  return (
    <h4 className="px-3 pt-3 pb-1 text-2xs text-3">
      {children} <span className="tabular-nums">{count}</span>
    </h4>
  );
}

function MemberState({ run }: { run: VertexRun | undefined }) {
  if (!run) return null;
  return <span className={classNames('ml-auto shrink-0', stateText[run.state])}>{vertexRunLabel(run)}</span>;
}

/** Everything about one vertex: tool, kind, what feeds each port and where it goes, and its part in the run. */
export function Inspector({ graph, vertex, run: runs, runOf, findings, onSelect }: InspectorProps) {
  const run = runs?.get(vertex.name) ?? null;
  const groups = graph.entry_groups.filter((name) =>
    vertex.inputs.some(({ entry_groups }) => entry_groups.includes(name)),
  );
  return (
    <aside
      aria-label={`Vertex ${vertex.name}`}
      data-testid="vertex-inspector"
      data-inspected={vertex.name}
      className="min-w-0 pb-3"
    >
      <header className="flex items-center gap-2 px-3 pt-2">
        <h3 className="min-w-0 flex-1 truncate font-semibold" title={vertex.name}>
          {vertex.name}
        </h3>
        <IconButton label="Close the inspector" onClick={() => onSelect(null)}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 pt-1 [&_dt]:text-3">
        {(!vertex.members || vertex.tool_fqn !== null) && (
          <>
            <dt>Tool</dt>
            <dd className="min-w-0">
              <Fqn value={vertex.tool_fqn} reason="the vertex is referred to, but not in the structure" />
            </dd>
          </>
        )}
        <dt>Runs</dt>
        <dd>
          <KindMark vertex={vertex} word />
        </dd>
        {run && (
          <>
            <dt>State</dt>
            <dd className={stateText[run.state]} title={vertexRunText(vertex.name, run)}>
              {run.members
                ? memberStates(run.members)
                    .map(({ state, count }) => `${count} ${vertexStateWord(state)}`)
                    .join(', ')
                : vertexStateWord(run.state)}
            </dd>
          </>
        )}
        {groups.length > 0 && (
          <>
            <dt>{groups.length === 1 ? 'Entry group' : 'Entry groups'}</dt>
            <dd className="mono">{groups.join(', ')}</dd>
          </>
        )}
      </dl>
      {findings.length > 0 && (
        <ul aria-label="Contract check" className="mx-3 mt-2 flex flex-col gap-1">
          {findings.map(({ code, severity, reason, port, edge }) => (
            <li key={`${code} ${port} ${edge} ${reason}`} className="flex gap-1.5 text-2">
              <span className={severity === 'fault' ? 'font-semibold text-fail' : 'text-3'}>{severity}</span>
              <span className="min-w-0 break-words">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {vertex.members && (
        <>
          <Heading count={vertex.members.length}>Folded vertices</Heading>
          <ul>
            {vertex.members.map((name) => (
              <li key={name} className="flex items-center gap-2 border-t border-line px-3 py-1">
                <button
                  type="button"
                  onClick={() => onSelect(name)}
                  className="min-w-0 truncate mono hover:text-accent hover:underline"
                >
                  {name}
                </button>
                <MemberState run={runs?.get(name)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {vertex.ghost && (
        <p className="mx-3 mt-2 rounded-sm border border-dashed border-line-strong px-2 py-1 text-2">
          Named by an edge, an entry group, a default or an output, but not among the vertices.
        </p>
      )}
      {!vertex.members && runOf?.(vertex.name)}
      <Heading count={vertex.inputs.length}>Inputs</Heading>
      <ul>
        {vertex.inputs.map((input) => (
          <Input key={input.key} input={input} onSelect={onSelect} />
        ))}
      </ul>
      <Heading count={vertex.outputs.length}>Outputs</Heading>
      <ul>
        {vertex.outputs.map((output) => (
          <Output key={output.key} output={output} onSelect={onSelect} />
        ))}
      </ul>
    </aside>
  );
}
