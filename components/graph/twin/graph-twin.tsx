'use client';
import type { DagStructure } from '@/lib/contract/dags';
import { inputKey, outputKey } from '@/lib/dag/keys';
import type { Change } from '@/lib/dag/difference';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { edgeRunText, vertexStateWord, type RunState } from '@/lib/dag/run-state';
import { edgeKindWord, edgeSource, edgeTarget, inputText, outputName, outputText } from '@/lib/dag/wording';
import { Fqn } from '@/components/values/fqn';
import { PortValue } from '@/components/values/port-value';
import { ChangeWord } from '@/components/graph/change-word';
import type { GraphMarks } from '@/components/graph/graph-view';
import { KindGlyph } from '@/components/graph/edges/kind-glyph';
import { stateText } from '@/components/graph/run-colours';
import { KindMark } from '@/components/graph/vertices/kind-mark';
import { Cell, EdgeButton, TwinRow, TwinTable, VertexButton } from './twin-table';

interface GraphTwinProps {
  structure: DagStructure;
  graph: FlowGraph;
  run: RunState | null;
  /** What became of each part, where two structures are shown as one. */
  marks?: GraphMarks | null;
  selected: string | null;
  edge?: string | null;
  onSelect: (name: string | null) => void;
  /** Chooses an edge, where edges can be looked at. */
  onEdge?: ((key: string | null) => void) | null;
}

function ChangeCell({ change = 'same', marks }: { change?: Change | undefined; marks: GraphMarks }) {
  if (change === 'same') return <span className="text-3">same</span>;
  return <ChangeWord change={change} marks={marks} />;
}

/** The graph told in tables: nothing is in the drawing that is not here, for whoever cannot or will not look at a drawing. */
export function GraphTwin(props: GraphTwinProps) {
  const { structure, graph, run, marks = null, selected, edge: chosenEdge = null, onSelect, onEdge } = props;
  const chosen = (name: string) => name === selected;
  const button = (name: string) => (
    <VertexButton
      name={name}
      selected={chosen(name)}
      onSelect={(next) => onSelect(chosen(next) ? null : next)}
    />
  );
  const inputs = graph.vertices.flatMap((vertex) => vertex.inputs.map((port) => ({ vertex, port })));
  const outputs = graph.vertices.flatMap((vertex) => vertex.outputs.map((port) => ({ vertex, port })));
  const entries = structure.entry_groups.flatMap(({ name, ports }) =>
    ports.map(({ vertex, port }) => ({ group: name, vertex, port })),
  );
  return (
    <div data-testid="graph-twin">
      <TwinTable
        caption="Vertices"
        none="No vertex has been added yet."
        head={[
          'Vertex',
          ...(marks ? ['Change'] : []),
          ...(run ? ['State'] : []),
          'Tool',
          'Runs',
          'Inputs',
          'Outputs',
        ]}
        rows={graph.vertices}
      >
        {(vertex) => {
          const state = run?.vertices.get(vertex.name)?.state ?? 'not_reached';
          return (
            <TwinRow
              key={vertex.name}
              selected={chosen(vertex.name)}
              marks={{ 'data-twin-vertex': vertex.name }}
            >
              <Cell>{button(vertex.name)}</Cell>
              {marks && (
                <Cell>
                  <ChangeCell change={marks.vertices.get(vertex.name)} marks={marks} />
                </Cell>
              )}
              {run && (
                <Cell>
                  <span className={stateText[state]}>{vertexStateWord(state)}</span>
                </Cell>
              )}
              <Cell>
                <Fqn value={vertex.tool_fqn} reason="the vertex is referred to, but not in the structure" />
              </Cell>
              <Cell>
                <KindMark vertex={vertex} word />
              </Cell>
              <Cell>{vertex.inputs.length}</Cell>
              <Cell>{vertex.outputs.length}</Cell>
            </TwinRow>
          );
        }}
      </TwinTable>
      <TwinTable
        caption="Edges"
        none="No edge has been added yet."
        head={['From', 'To', 'Kind', ...(marks ? ['Change'] : []), ...(run ? ['Went along'] : [])]}
        rows={graph.edges}
      >
        {(edge) => (
          <TwinRow
            key={edge.key}
            selected={edge.key === chosenEdge || chosen(edge.from.vertex) || chosen(edge.to.vertex)}
            marks={{ 'data-twin-edge': edge.key, 'data-edge-kind': edge.kind }}
          >
            <Cell>
              <span className="mono">{edgeSource(edge)}</span>
            </Cell>
            <Cell>
              <span className="mono">{edgeTarget(edge)}</span>
            </Cell>
            <Cell>
              <span className="inline-flex items-center gap-1.5">
                <KindGlyph kind={edge.kind} />
                {edgeKindWord(edge.kind)}
                {edge.back && edge.kind !== 'do_while' && <span className="text-3">closes a loop</span>}
              </span>
            </Cell>
            {marks && (
              <Cell>
                <ChangeCell change={marks.edges.get(edge.key)} marks={marks} />
              </Cell>
            )}
            {run && (
              <Cell>
                <EdgeButton
                  text={edgeRunText(edge.kind, run.edges.get(edge.key))}
                  selected={edge.key === chosenEdge}
                  onChoose={onEdge && (() => onEdge(edge.key === chosenEdge ? null : edge.key))}
                />
              </Cell>
            )}
          </TwinRow>
        )}
      </TwinTable>
      <TwinTable
        caption="Input ports"
        none="No input port is named yet."
        head={['Vertex', 'Port', 'Fed by']}
        rows={inputs}
      >
        {({ vertex, port: input }) => (
          <TwinRow key={input.key} selected={chosen(vertex.name)} marks={{ 'data-twin-port': input.key }}>
            <Cell>{button(vertex.name)}</Cell>
            <Cell>
              <span className="mono">{input.port}</span>
            </Cell>
            <Cell wide>{inputText(input)}</Cell>
          </TwinRow>
        )}
      </TwinTable>
      <TwinTable
        caption="Output ports"
        none="No output port is named yet."
        head={['Vertex', 'Port', 'Goes']}
        rows={outputs}
      >
        {({ vertex, port: output }) => (
          <TwinRow key={output.key} selected={chosen(vertex.name)} marks={{ 'data-twin-port': output.key }}>
            <Cell>{button(vertex.name)}</Cell>
            <Cell>
              <span className="mono">{outputName(output)}</span>
            </Cell>
            <Cell wide>{outputText(output)}</Cell>
          </TwinRow>
        )}
      </TwinTable>
      <TwinTable
        caption="Entry groups"
        none="No entry group: nothing is asked of a caller."
        head={['Group', 'Vertex', 'Port']}
        rows={entries}
      >
        {({ group, vertex, port }) => (
          <TwinRow
            key={`${group} ${inputKey(vertex, port)}`}
            selected={chosen(vertex)}
            marks={{ 'data-twin-group': group, 'data-twin-entry': inputKey(vertex, port) }}
          >
            <Cell>
              <span className="mono">{group}</span>
            </Cell>
            <Cell>{button(vertex)}</Cell>
            <Cell>
              <span className="mono">{port}</span>
            </Cell>
          </TwinRow>
        )}
      </TwinTable>
      <TwinTable
        caption="Default values"
        none="No port has a default value."
        head={['Vertex', 'Port', 'Value']}
        rows={structure.default_values}
      >
        {({ vertex, port, value }) => (
          <TwinRow
            key={inputKey(vertex, port)}
            selected={chosen(vertex)}
            marks={{ 'data-twin-default': inputKey(vertex, port) }}
          >
            <Cell>{button(vertex)}</Cell>
            <Cell>
              <span className="mono">{port}</span>
            </Cell>
            <Cell wide>
              <PortValue port={value} />
            </Cell>
          </TwinRow>
        )}
      </TwinTable>
      <TwinTable
        caption="Outputs"
        none="The DAG declares no output."
        head={['Vertex', 'Port']}
        rows={structure.output_variants}
      >
        {({ vertex, variant, port }) => (
          <TwinRow
            key={outputKey(vertex, variant, port)}
            selected={chosen(vertex)}
            marks={{ 'data-twin-output': outputKey(vertex, variant, port) }}
          >
            <Cell>{button(vertex)}</Cell>
            <Cell>
              <span className="mono">{outputName({ variant, port })}</span>
            </Cell>
          </TwinRow>
        )}
      </TwinTable>
    </div>
  );
}
