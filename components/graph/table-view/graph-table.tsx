'use client';
import { useEffect, useRef } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import type { Change } from '@/lib/dag/structure-diff';
import type { FlowGraph, GraphEdge } from '@/lib/dag/flow-graph';
import { edgeRunText, type RunState, vertexStateWord } from '@/lib/dag/run-state';
import { edgeKindWord, edgeSource, edgeTarget, ghostReason } from '@/lib/dag/wording';
import { Fqn } from '@/components/values/fqn';
import { ChangeWord } from '@/components/graph/change-word';
import type { GraphMarks } from '@/components/graph/graph-context';
import { EdgeKindIcon, VertexKindIcon } from '@/components/graph/kind-icons';
import { stateText } from '@/components/graph/run-states';
import { PortTables } from './port-tables';
import { Cell, EdgeButton, TableRow, PlainTable, VertexButton } from './table';

interface GraphTableProps {
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
export function GraphTable(props: GraphTableProps) {
  const { structure, graph, run, marks = null, selected, edge: chosenEdge = null, onSelect, onEdge } = props;
  const chosen = (name: string) => name === selected;
  const edgeChosen = ({ key, from, to }: GraphEdge) =>
    key === chosenEdge || chosen(from.vertex) || chosen(to.vertex);
  const twin = useRef<HTMLDivElement>(null);
  const shown = useRef(selected);
  // What is chosen elsewhere, in the box that finds vertices or in the list of findings, is come to here.
  useEffect(() => {
    if (shown.current === selected) return;
    shown.current = selected;
    twin.current
      ?.querySelector('[data-table-vertex][data-selected]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const button = (name: string) => (
    <VertexButton
      name={name}
      selected={chosen(name)}
      onSelect={(next) => onSelect(chosen(next) ? null : next)}
    />
  );
  return (
    <div ref={twin} data-testid="graph-table">
      <PlainTable
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
        chosen={({ name }) => chosen(name)}
      >
        {(vertex) => {
          const state = run?.vertices.get(vertex.name)?.state ?? 'not_reached';
          return (
            <TableRow
              key={vertex.name}
              selected={chosen(vertex.name)}
              marks={{ 'data-table-vertex': vertex.name }}
            >
              <Cell>{button(vertex.name)}</Cell>
              {marks && (
                <Cell label="Change">
                  <ChangeCell change={marks.vertices.get(vertex.name)} marks={marks} />
                </Cell>
              )}
              {run && (
                <Cell label="State">
                  <span className={stateText[state]}>{vertexStateWord(state)}</span>
                </Cell>
              )}
              <Cell label="Tool" name>
                <Fqn value={vertex.tool_fqn} reason={ghostReason(vertex)} />
              </Cell>
              <Cell label="Runs">
                <VertexKindIcon vertex={vertex} word />
              </Cell>
              <Cell label="Inputs">{vertex.inputs.length}</Cell>
              <Cell label="Outputs">{vertex.outputs.length}</Cell>
            </TableRow>
          );
        }}
      </PlainTable>
      <PlainTable
        caption="Edges"
        none="No edge has been added yet."
        head={['From', 'To', 'Kind', ...(marks ? ['Change'] : []), ...(run ? ['Went along'] : [])]}
        rows={graph.edges}
        chosen={edgeChosen}
      >
        {(edge) => (
          <TableRow
            key={edge.key}
            selected={edgeChosen(edge)}
            marks={{ 'data-table-edge': edge.key, 'data-edge-kind': edge.kind }}
          >
            <Cell name>
              <span className="mono">{edgeSource(edge)}</span>
            </Cell>
            <Cell label="To" name>
              <span className="mono">{edgeTarget(edge)}</span>
            </Cell>
            <Cell label="Kind">
              <span className="inline-flex items-center gap-1.5">
                <EdgeKindIcon kind={edge.kind} />
                {edgeKindWord(edge.kind)}
                {edge.back && edge.kind !== 'do_while' && <span className="text-3">closes a loop</span>}
              </span>
            </Cell>
            {marks && (
              <Cell label="Change">
                <ChangeCell change={marks.edges.get(edge.key)} marks={marks} />
              </Cell>
            )}
            {run && (
              <Cell label="Went along">
                <EdgeButton
                  text={edgeRunText(edge.kind, run.edges.get(edge.key))}
                  selected={edge.key === chosenEdge}
                  onChoose={onEdge && (() => onEdge(edge.key === chosenEdge ? null : edge.key))}
                />
              </Cell>
            )}
          </TableRow>
        )}
      </PlainTable>
      <PortTables structure={structure} graph={graph} chosen={chosen} button={button} />
    </div>
  );
}
