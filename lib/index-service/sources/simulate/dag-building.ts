// The transactions that build a DAG on chain (spec 11.2), from creation to seal.
// Invariant: the events follow the design and its order exactly; the structure endpoint returns it.
import { edgeKinds, toolAt, type DagDesign } from './dag-designs';
import { episodeOf, type Episode } from './timeline';
import { event, transaction, type ChainEvent } from './transaction';
import type { World } from './world';

const nameField = (name: string) => ({ name });

function buildingEvents(dag: string, design: DagDesign): ChainEvent[] {
  return [
    event('DAGCreated', { dag }),
    ...Object.entries(design.vertices).map(([vertex, tool_fqn]) =>
      event('DAGVertexAdded', {
        dag,
        vertex: nameField(vertex),
        kind: { variant: toolAt(design, vertex).kind === 'chain' ? 'OnChain' : 'OffChain', tool_fqn },
      }),
    ),
    ...Object.entries(design.entry).flatMap(([group, places]) =>
      places.map(({ vertex, port }) =>
        event('DAGEntryVertexInputPortAdded', {
          dag,
          vertex: nameField(vertex),
          entry_port: nameField(port),
          entry_group: nameField(group),
        }),
      ),
    ),
    ...design.edges.map(({ from, to, kind }) =>
      event('DAGEdgeAdded', {
        dag,
        from_vertex: nameField(from.vertex),
        edge: {
          from: { variant: nameField(from.variant), port: nameField(from.port) },
          to: { vertex: nameField(to.vertex), port: nameField(to.port) },
          kind: { variant: edgeKinds[kind] },
        },
      }),
    ),
    ...design.defaults.map(({ vertex, port, value }) =>
      event('DAGDefaultValueAdded', { dag, vertex: nameField(vertex), port: nameField(port), value }),
    ),
    ...design.outputs.map(({ vertex, variant, port }) =>
      event('DAGOutputAdded', {
        dag,
        vertex: nameField(vertex),
        output: { variant: nameField(variant), port: nameField(port) },
      }),
    ),
    event('DAGFinalized', { dag }),
  ];
}

interface Building {
  design: DagDesign;
  /** The name that id and digests derive from. */
  name: string;
  creator: string;
  at: number;
  /** One transaction as a rule; a DAG built by hand takes several, and is sealed in the last. */
  transactions?: number;
  pause_ms?: number;
}

export function dagBuilding(
  world: World,
  { design, name, creator, at, transactions = 1, pause_ms = 0 }: Building,
): Episode {
  const events = buildingEvents(world.id(name), design);
  const share = Math.ceil(events.length / transactions);
  const parts = Array.from({ length: transactions }, (_, index) =>
    transaction(
      world,
      at + index * pause_ms,
      creator,
      `${name}/build/${index}`,
      events.slice(index * share, (index + 1) * share),
    ),
  );
  return episodeOf(parts.filter(({ contents }) => contents.length > 0));
}
