// Recorded events that build a DAG of a given structure, in the order a chain would give them: for tests that ingest DAGs of their own design.
import { createHash } from 'node:crypto';
import type { DagStructure } from '@/lib/contract/dags';

export type Blueprint = Pick<
  DagStructure,
  'object_id' | 'vertices' | 'edges' | 'entry_groups' | 'default_values' | 'output_variants'
>;

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** A well-formed object id that depends on nothing but the name. */
export const objectIdOf = (name: string) => `0x${sha(name)}`;

/** A well-formed transaction digest: hex without the zero is base58. */
export const digestOf = (name: string) => sha(name).replaceAll('0', 'z').slice(0, 44);

const camel = (words: string) =>
  words
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const nameField = (name: string) => ({ name });

interface Options {
  /** Leaves the DAG unsealed. */
  open?: boolean;
  at?: string;
}

export function buildingEvents(
  dag: Blueprint,
  { open = false, at = '2026-11-20T09:00:00.000Z' }: Options = {},
): object[] {
  const line = (kind: string, payload: object) => ({
    kind,
    tx_digest: digestOf(`build ${dag.object_id}`),
    sender_address: objectIdOf('creator'),
    onchain_at: at,
    payload: { dag: dag.object_id, ...payload },
  });
  return [
    line('DAGCreatedEvent', {}),
    ...dag.vertices.map(({ name, kind, tool_fqn }) =>
      line('DAGVertexAddedEvent', { vertex: nameField(name), kind: { variant: camel(kind), tool_fqn } }),
    ),
    ...dag.entry_groups.flatMap((group) =>
      group.ports.map(({ vertex, port }) =>
        line('DAGEntryVertexInputPortAddedEvent', {
          vertex: nameField(vertex),
          entry_port: nameField(port),
          entry_group: nameField(group.name),
        }),
      ),
    ),
    ...dag.edges.map(({ from, to, kind }) =>
      line('DAGEdgeAddedEvent', {
        from_vertex: nameField(from.vertex),
        edge: {
          from: { variant: nameField(from.variant), port: nameField(from.port) },
          to: { vertex: nameField(to.vertex), port: nameField(to.port) },
          kind: { variant: camel(kind) },
        },
      }),
    ),
    ...dag.default_values.map(({ vertex, port, value }) =>
      line('DAGDefaultValueAddedEvent', { vertex: nameField(vertex), port: nameField(port), value }),
    ),
    ...dag.output_variants.map(({ vertex, variant, port }) =>
      line('DAGOutputAddedEvent', {
        vertex: nameField(vertex),
        output: { variant: nameField(variant), port: nameField(port) },
      }),
    ),
    ...(open ? [] : [line('DAGFinalizedEvent', {})]),
  ];
}

/** Recorded lines of a tool that takes `inputs` and answers with one variant `ok`, with what the index reads of it. */
export function toolLines(fqn: string, inputs: readonly string[]): object[] {
  const port = (port_name: string) => ({ port_name, cardinality: 'one', value_kind: 'data' });
  const at = '2026-11-20T08:00:00.000Z';
  return [
    {
      kind: 'ToolRegisteredEvent',
      tx_digest: digestOf(`register ${fqn}`),
      sender_address: objectIdOf('creator'),
      onchain_at: at,
      payload: { tool: objectIdOf(fqn), fqn },
    },
    {
      snapshot: 'tool',
      id: fqn,
      onchain_at: at,
      fields: {
        kind: 'http',
        location: 'https://tool.example/tell',
        description: 'Tells somebody.',
        input_schema: inputs.map(port),
        output_variants: [{ variant_name: 'ok', ports: [port('told')] }],
      },
    },
  ];
}
