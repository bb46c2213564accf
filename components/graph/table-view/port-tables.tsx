'use client';
import type { ReactNode } from 'react';
import type { DagStructure } from '@/lib/contract/dags';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { inputKey, outputKey } from '@/lib/dag/keys';
import { inputText, outputName, outputText } from '@/lib/dag/wording';
import { PortValue } from '@/components/values/port-value';
import { Cell, TableRow, PlainTable } from './table';

interface PortTablesProps {
  structure: DagStructure;
  graph: FlowGraph;
  /** Whether a vertex is the selected one. */
  chosen: (vertex: string) => boolean;
  /** A vertex's name, to select it by. */
  button: (vertex: string) => ReactNode;
}

/** Ports in tables: those of the vertices, and what a DAG asks of its caller, presets and gives back. */
export function PortTables({ structure, graph, chosen, button }: PortTablesProps) {
  const inputs = graph.vertices.flatMap((vertex) => vertex.inputs.map((port) => ({ vertex, port })));
  const outputs = graph.vertices.flatMap((vertex) => vertex.outputs.map((port) => ({ vertex, port })));
  const entries = structure.entry_groups.flatMap(({ name, ports }) =>
    ports.map(({ vertex, port }) => ({ group: name, vertex, port })),
  );
  return (
    <>
      <PlainTable
        caption="Input ports"
        none="No input port is named yet."
        head={['Vertex', 'Port', 'Fed by']}
        rows={inputs}
        chosen={({ vertex }) => chosen(vertex.name)}
      >
        {({ vertex, port: input }) => (
          <TableRow key={input.key} selected={chosen(vertex.name)} marks={{ 'data-table-port': input.key }}>
            <Cell>{button(vertex.name)}</Cell>
            <Cell label="Port">
              <span className="mono">{input.port}</span>
            </Cell>
            <Cell label="Fed by" wide>
              {inputText(input)}
            </Cell>
          </TableRow>
        )}
      </PlainTable>
      <PlainTable
        caption="Output ports"
        none="No output port is named yet."
        head={['Vertex', 'Port', 'Goes']}
        rows={outputs}
        chosen={({ vertex }) => chosen(vertex.name)}
      >
        {({ vertex, port: output }) => (
          <TableRow key={output.key} selected={chosen(vertex.name)} marks={{ 'data-table-port': output.key }}>
            <Cell>{button(vertex.name)}</Cell>
            <Cell label="Port">
              <span className="mono">{outputName(output)}</span>
            </Cell>
            <Cell label="Goes" wide>
              {outputText(output)}
            </Cell>
          </TableRow>
        )}
      </PlainTable>
      <PlainTable
        caption="Entry groups"
        none="No entry group: nothing is asked of a caller."
        head={['Group', 'Vertex', 'Port']}
        rows={entries}
        chosen={({ vertex }) => chosen(vertex)}
      >
        {({ group, vertex, port }) => (
          <TableRow
            key={`${group} ${inputKey(vertex, port)}`}
            selected={chosen(vertex)}
            marks={{ 'data-table-group': group, 'data-table-entry': inputKey(vertex, port) }}
          >
            <Cell>
              <span className="mono">{group}</span>
            </Cell>
            <Cell label="Vertex">{button(vertex)}</Cell>
            <Cell label="Port">
              <span className="mono">{port}</span>
            </Cell>
          </TableRow>
        )}
      </PlainTable>
      <PlainTable
        caption="Default values"
        none="No port has a default value."
        head={['Vertex', 'Port', 'Value']}
        rows={structure.default_values}
        chosen={({ vertex }) => chosen(vertex)}
      >
        {({ vertex, port, value }) => (
          <TableRow
            key={inputKey(vertex, port)}
            selected={chosen(vertex)}
            marks={{ 'data-table-default': inputKey(vertex, port) }}
          >
            <Cell>{button(vertex)}</Cell>
            <Cell label="Port">
              <span className="mono">{port}</span>
            </Cell>
            <Cell label="Value" wide>
              <PortValue port={value} />
            </Cell>
          </TableRow>
        )}
      </PlainTable>
      <PlainTable
        caption="Outputs"
        none="The DAG declares no output."
        head={['Vertex', 'Port']}
        rows={structure.output_variants}
        chosen={({ vertex }) => chosen(vertex)}
      >
        {({ vertex, variant, port }) => (
          <TableRow
            key={outputKey(vertex, variant, port)}
            selected={chosen(vertex)}
            marks={{ 'data-table-output': outputKey(vertex, variant, port) }}
          >
            <Cell>{button(vertex)}</Cell>
            <Cell label="Port">
              <span className="mono">{outputName({ variant, port })}</span>
            </Cell>
          </TableRow>
        )}
      </PlainTable>
    </>
  );
}
