'use client';
import { useEffect, useRef } from 'react';
import { ChangeWord, EdgeKindIcon, VertexKindIcon, stateText } from './appearance';
import type { GraphMarks } from './graph-context';
import { Fqn } from '@/components/values/fqn';
import type { DagStructure } from '@/lib/contract/dags';
import {
  type FlowGraph,
  type GraphEdge,
  type GraphVertex,
  inputKey,
  keyOf,
  outputKey,
} from '@/lib/dag/flow-graph';
import { edgeRunText, vertexStateWord, type RunState } from '@/lib/dag/run-state';
import type { Change } from '@/lib/dag/structure-diff';
import {
  edgeKindWord,
  edgeSource,
  edgeTarget,
  ghostReason,
  inputText,
  outputName,
  outputText,
} from '@/lib/dag/wording';
import { PortValue } from '@/components/values/port-value';
import { CaptionedTable, type RowsColumn } from '@/components/values/table';
import { VertexButton, vertexColumn, type VertexSelection } from './vertex-column';
import { Mono } from '@/components/ui/mono';
import { NARROW, useMedia } from '@/components/ui/use-media';

interface GraphTableProps extends VertexSelection {
  structure: DagStructure;
  graph: FlowGraph;
  run: RunState | null;
  marks?: GraphMarks | null;
  edge?: string | null;
  /** Absent where edges cannot be selected. */
  onEdge?: ((key: string | null) => void) | null;
}

/** On a phone a card has what the vertex does and how it went. */
const NOT_ON_CARDS = { className: 'max-sm:hidden!' };

/** The graph as tables, complete and with the same selection as the drawing. */
export function GraphTable(props: GraphTableProps) {
  const { structure, graph, run, marks, selected, edge: selectedEdge = null, onSelect, onEdge } = props;
  const narrow = useMedia(NARROW);
  const root = useRef<HTMLDivElement>(null);
  const lastSelected = useRef(selected);
  // A vertex selected elsewhere is scrolled into view.
  useEffect(() => {
    if (lastSelected.current === selected) return;
    lastSelected.current = selected;
    root.current
      ?.querySelector('[data-table-vertex][data-selected]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const change = (of: Change = 'same') =>
    of === 'same' ? <span className="text-3">same</span> : <ChangeWord change={of} marks={marks ?? null} />;
  const stateOf = ({ name }: GraphVertex) => run?.vertices.get(name)?.state ?? 'not_reached';
  const optional = <Row,>(isShown: unknown, column: RowsColumn<Row>) => (isShown ? [column] : []);
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
  const parts = (
    <>
      <CaptionedTable
        caption="Edges"
        none="No edges yet"
        rows={graph.edges}
        rowKey={({ key }) => key}
        attributes={({ key, kind }) => ({ 'data-table-edge': key, 'data-edge-kind': kind })}
        isSelected={({ key, from, to }) =>
          key === selectedEdge || from.vertex === selected || to.vertex === selected
        }
        columns={[
          {
            head: 'From',
            cell: (edge) => <Mono>{edgeSource(edge)}</Mono>,
            holds: 'name',
          },
          {
            head: 'To',
            cell: (edge) => <Mono>{edgeTarget(edge)}</Mono>,
            holds: 'name',
          },
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
      <PortTables structure={structure} graph={graph} selected={selected} onSelect={onSelect} />
    </>
  );
  return (
    // What has the focus is not under the replay bar.
    <div ref={root} data-testid="graph-table" className="[&_:is(a,button,summary)]:scroll-mb-28">
      <CaptionedTable
        caption="Vertices"
        none="No vertices yet"
        rows={graph.vertices}
        rowKey={({ name }) => name}
        attributes={({ name }) => ({ 'data-table-vertex': name })}
        isSelected={({ name }) => name === selected}
        columns={[
          {
            head: 'Vertex',
            cell: ({ name }) => <VertexButton name={name} selected={selected} onSelect={onSelect} />,
          },
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
          { head: 'Kind', cell: (vertex) => <VertexKindIcon vertex={vertex} word />, ...NOT_ON_CARDS },
          { head: 'Inputs', cell: ({ inputs }) => inputs.length, ...NOT_ON_CARDS },
          { head: 'Outputs', cell: ({ outputs }) => outputs.length, ...NOT_ON_CARDS },
        ]}
      />
      {narrow ? (
        <details>
          <summary className="border-t border-line px-3 py-2 text-2">
            <span className="ml-1">Edges, ports, entry groups, default values, outputs</span>
          </summary>
          {parts}
        </details>
      ) : (
        parts
      )}
    </div>
  );
}

/** The ports of all vertices, and the entry groups, default values and outputs of the DAG. */
function PortTables(props: Pick<GraphTableProps, 'structure' | 'graph' | keyof VertexSelection>) {
  const { structure, graph, ...selection } = props;
  const inputs = graph.vertices.flatMap(({ name: vertex, inputs }) =>
    inputs.map((port) => ({ ...port, vertex })),
  );
  const outputs = graph.vertices.flatMap(({ name: vertex, outputs }) =>
    outputs.map((port) => ({ ...port, vertex })),
  );
  const entries = structure.entry_groups.flatMap(({ name, ports }) =>
    ports.map((port) => ({ ...port, group: name })),
  );
  const isSelected = ({ vertex }: { vertex: string }) => vertex === selection.selected;
  const vertices = vertexColumn(selection);
  const portColumn = {
    head: 'Port',
    cell: ({ port }: { port: string }) => <Mono>{port}</Mono>,
  };
  const outputColumn = {
    head: 'Port',
    cell: (output: { variant: string; port: string }) => <Mono>{outputName(output)}</Mono>,
  };
  return (
    <>
      <CaptionedTable
        caption="Input ports"
        none="No input ports yet"
        rows={inputs}
        rowKey={({ key }) => key}
        attributes={({ key }) => ({ 'data-table-port': key })}
        isSelected={isSelected}
        columns={[vertices, portColumn, { head: 'Source', cell: inputText, holds: 'sentence' }]}
      />
      <CaptionedTable
        caption="Output ports"
        none="No output ports yet"
        rows={outputs}
        rowKey={({ key }) => key}
        attributes={({ key }) => ({ 'data-table-port': key })}
        isSelected={isSelected}
        columns={[vertices, outputColumn, { head: 'Target', cell: outputText, holds: 'sentence' }]}
      />
      <CaptionedTable
        caption="Entry groups"
        none="No entry groups: the DAG takes no inputs"
        rows={entries}
        rowKey={({ group, vertex, port }) => keyOf(group, vertex, port)}
        attributes={({ vertex, port }) => ({
          'data-table-entry': inputKey(vertex, port),
        })}
        isSelected={isSelected}
        columns={[
          {
            head: 'Group',
            cell: ({ group }) => <Mono>{group}</Mono>,
          },
          vertices,
          portColumn,
        ]}
      />
      <CaptionedTable
        caption="Default values"
        none="No default values"
        rows={structure.default_values}
        rowKey={({ vertex, port }) => inputKey(vertex, port)}
        attributes={({ vertex, port }) => ({ 'data-table-default': inputKey(vertex, port) })}
        isSelected={isSelected}
        columns={[
          vertices,
          portColumn,
          { head: 'Value', cell: ({ value }) => <PortValue port={value} />, holds: 'sentence' },
        ]}
      />
      <CaptionedTable
        caption="Outputs"
        none="No declared outputs"
        rows={structure.output_variants}
        rowKey={({ vertex, variant, port }) => outputKey(vertex, variant, port)}
        attributes={({ vertex, variant, port }) => ({
          'data-table-output': outputKey(vertex, variant, port),
        })}
        isSelected={isSelected}
        columns={[vertices, outputColumn]}
      />
    </>
  );
}
