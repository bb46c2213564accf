'use client';
import { useEffect, useRef } from 'react';
import { ChangeWord } from '@/components/graph/change-word';
import type { GraphMarks } from '@/components/graph/graph-context';
import { EdgeKindIcon, VertexKindIcon } from '@/components/graph/kind-icons';
import { stateText } from '@/components/graph/run-states';
import { Fqn } from '@/components/values/fqn';
import type { DagStructure } from '@/lib/contract/dags';
import type { FlowGraph, GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { edgeRunText, vertexStateWord, type RunState } from '@/lib/dag/run-state';
import type { Change } from '@/lib/dag/structure-diff';
import { edgeKindWord, edgeSource, edgeTarget, ghostReason } from '@/lib/dag/wording';
import { PortTables } from './port-tables';
import { Mono, PlainTable, VertexButton, type PlainColumn } from './table';

interface GraphTableProps {
  structure: DagStructure;
  graph: FlowGraph;
  run: RunState | null;
  marks?: GraphMarks | null;
  selected: string | null;
  /** Key of the selected edge. */
  edge?: string | null;
  onSelect: (name: string | null) => void;
  /** Absent where edges cannot be selected. */
  onEdge?: ((key: string | null) => void) | null;
}

/** The graph as tables, complete and with the same selection as the drawing. */
export function GraphTable(props: GraphTableProps) {
  const { structure, graph, run, marks, selected, edge: selectedEdge = null, onSelect, onEdge } = props;
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(selected);
  // A vertex selected elsewhere is scrolled into view.
  useEffect(() => {
    if (shown.current === selected) return;
    shown.current = selected;
    root.current
      ?.querySelector('[data-table-vertex][data-selected]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const button = (name: string) => <VertexButton name={name} selected={selected} onSelect={onSelect} />;
  const change = (of: Change = 'same') =>
    of === 'same' ? <span className="text-3">same</span> : <ChangeWord change={of} marks={marks ?? null} />;
  const stateOf = ({ name }: GraphVertex) => run?.vertices.get(name)?.state ?? 'not_reached';
  const optional = <Row,>(isShown: unknown, column: PlainColumn<Row>) => (isShown ? [column] : []);
  const crossings = ({ key, kind }: GraphEdge) => {
    const text = edgeRunText(kind, run?.edges.get(key));
    if (!onEdge) return text;
    return (
      <button
        type="button"
        aria-pressed={key === selectedEdge}
        onClick={() => onEdge(key === selectedEdge ? null : key)}
        className="underline decoration-dotted underline-offset-2 hover:text-accent"
      >
        {text}
      </button>
    );
  };
  return (
    <div ref={root} data-testid="graph-table">
      <PlainTable
        caption="Vertices"
        none="No vertices yet"
        rows={graph.vertices}
        rowKey={({ name }) => name}
        attributes={({ name }) => ({ 'data-table-vertex': name })}
        isSelected={({ name }) => name === selected}
        columns={[
          { head: 'Vertex', cell: ({ name }) => button(name) },
          ...optional<GraphVertex>(marks, {
            head: 'Change',
            cell: ({ name }) => change(marks?.vertices.get(name)),
          }),
          ...optional<GraphVertex>(run, {
            head: 'State',
            cell: (vertex) => (
              <span className={stateText[stateOf(vertex)]}>{vertexStateWord(stateOf(vertex))}</span>
            ),
          }),
          {
            head: 'Tool',
            cell: (vertex) => <Fqn value={vertex.tool_fqn} reason={ghostReason(vertex)} />,
            holds: 'name',
          },
          { head: 'Runs', cell: (vertex) => <VertexKindIcon vertex={vertex} word /> },
          { head: 'Inputs', cell: ({ inputs }) => inputs.length },
          { head: 'Outputs', cell: ({ outputs }) => outputs.length },
        ]}
      />
      <PlainTable
        caption="Edges"
        none="No edges yet"
        rows={graph.edges}
        rowKey={({ key }) => key}
        attributes={({ key, kind }) => ({ 'data-table-edge': key, 'data-edge-kind': kind })}
        isSelected={({ key, from, to }) =>
          key === selectedEdge || from.vertex === selected || to.vertex === selected
        }
        columns={[
          { head: 'From', cell: (edge) => <Mono>{edgeSource(edge)}</Mono>, holds: 'name' },
          { head: 'To', cell: (edge) => <Mono>{edgeTarget(edge)}</Mono>, holds: 'name' },
          {
            head: 'Kind',
            cell: ({ kind, back }) => (
              <span className="inline-flex items-center gap-1.5">
                <EdgeKindIcon kind={kind} />
                {edgeKindWord(kind)}
                {back && kind !== 'do_while' && <span className="text-3">closes a loop</span>}
              </span>
            ),
          },
          ...optional<GraphEdge>(marks, { head: 'Change', cell: ({ key }) => change(marks?.edges.get(key)) }),
          ...optional<GraphEdge>(run, { head: 'Crossed', cell: crossings }),
        ]}
      />
      <PortTables structure={structure} graph={graph} selected={selected} button={button} />
    </div>
  );
}
