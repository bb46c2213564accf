'use client';
import type { ReactNode } from 'react';
import { PortValue } from '@/components/values/port-value';
import type { DagStructure } from '@/lib/contract/dags';
import { type FlowGraph, inputKey, outputKey } from '@/lib/dag/flow-graph';
import { inputText, outputName, outputText } from '@/lib/dag/wording';
import { Mono, PlainTable } from './table';

interface PortTablesProps {
  structure: DagStructure;
  graph: FlowGraph;
  selected: string | null;
  /** A vertex's name as a button that selects it. */
  button: (vertex: string) => ReactNode;
}

/** The ports of all vertices, and the entry groups, default values and outputs of the DAG. */
export function PortTables({ structure, graph, selected, button }: PortTablesProps) {
  const inputs = graph.vertices.flatMap(({ name: vertex, inputs }) =>
    inputs.map((port) => ({ ...port, vertex })),
  );
  const outputs = graph.vertices.flatMap(({ name: vertex, outputs }) =>
    outputs.map((port) => ({ ...port, vertex })),
  );
  const entries = structure.entry_groups.flatMap(({ name, ports }) =>
    ports.map((port) => ({ ...port, group: name })),
  );
  const isSelected = ({ vertex }: { vertex: string }) => vertex === selected;
  const vertexColumn = {
    head: 'Vertex',
    cell: ({ vertex }: { vertex: string }) => button(vertex),
  };
  const portColumn = { head: 'Port', cell: ({ port }: { port: string }) => <Mono>{port}</Mono> };
  const outputColumn = {
    head: 'Port',
    cell: (output: { variant: string; port: string }) => <Mono>{outputName(output)}</Mono>,
  };
  return (
    <>
      <PlainTable
        caption="Input ports"
        none="No input ports yet"
        rows={inputs}
        rowKey={({ key }) => key}
        attributes={({ key }) => ({ 'data-table-port': key })}
        isSelected={isSelected}
        columns={[vertexColumn, portColumn, { head: 'Source', cell: inputText, holds: 'sentence' }]}
      />
      <PlainTable
        caption="Output ports"
        none="No output ports yet"
        rows={outputs}
        rowKey={({ key }) => key}
        attributes={({ key }) => ({ 'data-table-port': key })}
        isSelected={isSelected}
        columns={[vertexColumn, outputColumn, { head: 'Target', cell: outputText, holds: 'sentence' }]}
      />
      <PlainTable
        caption="Entry groups"
        none="No entry groups: the DAG takes no inputs"
        rows={entries}
        rowKey={({ group, vertex, port }) => `${group} ${inputKey(vertex, port)}`}
        attributes={({ group, vertex, port }) => ({
          'data-table-group': group,
          'data-table-entry': inputKey(vertex, port),
        })}
        isSelected={isSelected}
        columns={[{ head: 'Group', cell: ({ group }) => <Mono>{group}</Mono> }, vertexColumn, portColumn]}
      />
      <PlainTable
        caption="Default values"
        none="No default values"
        rows={structure.default_values}
        rowKey={({ vertex, port }) => inputKey(vertex, port)}
        attributes={({ vertex, port }) => ({ 'data-table-default': inputKey(vertex, port) })}
        isSelected={isSelected}
        columns={[
          vertexColumn,
          portColumn,
          { head: 'Value', cell: ({ value }) => <PortValue port={value} />, holds: 'sentence' },
        ]}
      />
      <PlainTable
        caption="Outputs"
        none="No declared outputs"
        rows={structure.output_variants}
        rowKey={({ vertex, variant, port }) => outputKey(vertex, variant, port)}
        attributes={({ vertex, variant, port }) => ({
          'data-table-output': outputKey(vertex, variant, port),
        })}
        isSelected={isSelected}
        columns={[vertexColumn, outputColumn]}
      />
    </>
  );
}
