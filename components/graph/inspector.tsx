'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import type { Finding } from '@/lib/dag/contract-check/rules';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from '@/lib/dag/flow-graph';
import {
  memberStates,
  type VertexRun,
  vertexRunLabel,
  vertexRunText,
  vertexStateWord,
} from '@/lib/dag/run-state';
import {
  edgeKindWord,
  edgeSource,
  edgeTarget,
  ghostReason,
  outputName,
  edgeKindMeaning,
  edgeText,
} from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';
import { Tip } from '@/components/ui/tip';
import { Term } from '@/components/values/term';
import { Fqn } from '@/components/values/fqn';
import { stateText, EdgeKindIcon, VertexKindIcon } from './appearance';
import { PortValue } from '@/components/values/port-value';
import { Mono } from '@/components/ui/mono';

interface InspectorFrameProps {
  label: string;
  testId: string;
  inspected: string;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

function InspectorFrame({ label, testId, inspected, title, onClose, children }: InspectorFrameProps) {
  return (
    <aside aria-label={label} data-testid={testId} data-inspected={inspected} className="min-w-0 pb-3">
      <header className="flex items-center gap-2 px-3 pt-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">{title}</h3>
        <IconButton label="Close inspector" onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}

/** Names and values in two columns, as `dt` and `dd`. */
export function Pairs({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 pt-1 [&_dt]:text-3">
      {children}
    </dl>
  );
}

interface InspectorProps {
  graph: FlowGraph;
  vertex: GraphVertex;
  /** By vertex; null without a run. */
  run: ReadonlyMap<string, VertexRun> | null;
  runOf?: ((vertex: string) => ReactNode) | undefined;
  onSelect: (name: string | null) => void;
  findings: readonly Finding[];
}

function Heading({ children, count }: { children: string; count: number }) {
  return (
    <h4 className="px-3 pt-3 pb-1 text-2xs text-3">
      <Term>{children}</Term> <span className="tabular-nums">{count}</span>
    </h4>
  );
}

function MemberState({ run }: { run: VertexRun | undefined }) {
  if (!run) return null;
  return <span className={classNames('ml-auto shrink-0', stateText[run.state])}>{vertexRunLabel(run)}</span>;
}

/** One vertex: tool, kind, state, contract findings, its part in the run, and its ports. */
export function Inspector({ graph, vertex, run: runs, runOf, findings, onSelect }: InspectorProps) {
  const run = runs?.get(vertex.name) ?? null;
  const groups = graph.entry_groups.filter((name) =>
    vertex.inputs.some(({ entry_groups }) => entry_groups.includes(name)),
  );
  return (
    <InspectorFrame
      label={`Vertex ${vertex.name}`}
      testId="vertex-inspector"
      inspected={vertex.name}
      title={
        <span className="truncate" title={vertex.name}>
          {vertex.name}
        </span>
      }
      onClose={() => onSelect(null)}
    >
      <Pairs>
        {(!vertex.members || vertex.tool_fqn !== null) && (
          <>
            <dt>Tool</dt>
            <dd className="min-w-0">
              <Fqn value={vertex.tool_fqn} reason={ghostReason(vertex)} />
            </dd>
          </>
        )}
        <dt>Kind</dt>
        <dd>
          <VertexKindIcon vertex={vertex} word />
        </dd>
        {run && (
          <>
            <dt>State</dt>
            <dd>
              <Tip className={stateText[run.state]} tip={vertexRunText(vertex.name, run)}>
                {run.members
                  ? memberStates(run.members)
                      .map(({ state, count }) => `${count} ${vertexStateWord(state)}`)
                      .join(', ')
                  : vertexStateWord(run.state)}
              </Tip>
            </dd>
          </>
        )}
        {groups.length > 0 && (
          <>
            <dt>{groups.length === 1 ? 'Entry group' : 'Entry groups'}</dt>
            <dd translate="no" className="mono">
              {groups.join(', ')}
            </dd>
          </>
        )}
      </Pairs>
      {findings.length > 0 && (
        <ul aria-label="Contract check" className="mx-3 mt-2 flex flex-col gap-1">
          {findings.map(({ code, severity, reason, port, edge }) => (
            <li key={`${code} ${port} ${edge} ${reason}`} className="flex gap-1.5 text-2">
              <span className={severity === 'error' ? 'font-semibold text-fail' : 'text-3'}>{severity}</span>
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
                  translate="no"
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
          {vertex.ghost === 'awaited'
            ? 'Referred to, but not added yet: the DAG is still being built.'
            : 'Referred to, but missing from the structure.'}
        </p>
      )}
      {!vertex.members && runOf?.(vertex.name)}
      <Heading count={vertex.inputs.length}>Inputs</Heading>
      <ul>
        {vertex.inputs.map((input) => (
          <InputLine key={input.key} input={input} onSelect={onSelect} />
        ))}
      </ul>
      <Heading count={vertex.outputs.length}>Outputs</Heading>
      <ul>
        {vertex.outputs.map((output) => (
          <OutputLine key={output.key} output={output} onSelect={onSelect} />
        ))}
      </ul>
    </InspectorFrame>
  );
}

type Select = (name: string) => void;

/** The other end of an edge, as a button that selects its vertex. */
function Jump({ edge, end, onSelect }: { edge: GraphEdge; end: 'from' | 'to'; onSelect: Select }) {
  return (
    <button
      translate="no"
      type="button"
      onClick={() => onSelect(edge[end].vertex)}
      className="flex max-w-full items-center gap-1.5 text-left mono hover:text-accent hover:underline"
    >
      <span className="text-3">{end === 'from' ? 'from' : 'to'}</span>
      <span className="truncate">{end === 'from' ? edgeSource(edge) : edgeTarget(edge)}</span>
      {edge.kind !== 'normal' && (
        <span className="inline-flex shrink-0 items-center gap-1 text-3">
          <EdgeKindIcon kind={edge.kind} />
          {edgeKindWord(edge.kind)}
        </span>
      )}
    </button>
  );
}

function Port({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="border-t border-line px-3 py-1.5">
      <p translate="no" className="break-words font-medium mono">
        {name}
      </p>
      <div className="mt-0.5 flex flex-col gap-1 pl-2 text-2">{children}</div>
    </li>
  );
}

function InputLine({ input, onSelect }: { input: InputPort; onSelect: Select }) {
  const { edges, default_value, entry_groups } = input;
  return (
    <Port name={input.port}>
      {edges.map((edge) => (
        <Jump key={edge.key} edge={edge} end="from" onSelect={onSelect} />
      ))}
      {entry_groups.length > 0 && (
        <span>
          supplied by the caller (<Mono>{entry_groups.join(', ')}</Mono>)
        </span>
      )}
      {default_value !== null && (
        <div className="min-w-0">
          <span className="text-3">default </span>
          <PortValue port={default_value} />
        </div>
      )}
      {edges.length + entry_groups.length === 0 && default_value === null && (
        <span className="text-3">unconnected</span>
      )}
    </Port>
  );
}

function OutputLine({ output, onSelect }: { output: OutputPort; onSelect: Select }) {
  return (
    <Port name={outputName(output)}>
      {output.edges.map((edge) => (
        <Jump key={edge.key} edge={edge} end="to" onSelect={onSelect} />
      ))}
      {output.declared && <span>DAG output</span>}
      {output.edges.length === 0 && !output.declared && <span className="text-3">unconnected</span>}
    </Port>
  );
}

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
      translate="no"
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
