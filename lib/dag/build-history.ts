// How a DAG was built: its building events, and the structure after any number of them.
// Invariant: after a complete history the structure equals the one the index returns, in the same order.
import type { DagStructure } from '@/lib/contract/dags';
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import { dagKinds } from '@/lib/contract/event-kinds/workflow';
import type { EventRecord } from '@/lib/contract/events';
import { snakeCase } from '@/lib/contract/tagged';
import { inputKey } from './flow-graph';

type Kind = keyof typeof dagKinds;

/** The kinds that build a DAG, from creation to finalization. */
export const buildingKinds = Object.keys(dagKinds) as Kind[];

function isBuilding(kind: string): kind is Kind {
  return Object.hasOwn(dagKinds, kind);
}

/** The events among `events` that build this DAG: oldest first, without duplicates. */
export function buildingSteps(events: readonly EventRecord[], dag_object_id: string): EventRecord[] {
  const found = new Map<bigint, EventRecord>();
  for (const event of events) {
    const { payload } = event;
    if (!isBuilding(event.kind) || typeof payload !== 'object' || payload === null) continue;
    if ((payload as { dag?: unknown }).dag === dag_object_id) found.set(event.id, event);
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The payload of an event of this kind; undefined for another kind, or if it cannot be decoded. */
function payloadOf<Wanted extends Kind>(event: EventRecord, kind: Wanted): PayloadOf<Wanted> | undefined {
  if (event.kind !== kind) return undefined;
  return dagKinds[kind].payload.safeParse(event.payload).data as PayloadOf<Wanted> | undefined;
}

/** The structure after the first `count` of `steps`; `whole` is the current structure. */
export function structureAt(steps: readonly EventRecord[], count: number, whole: DagStructure): DagStructure {
  const values = new Map(
    whole.default_values.map((entry) => [inputKey(entry.vertex, entry.port), entry.value]),
  );
  const built: DagStructure = {
    ...whole,
    finalized_at: null,
    vertices: [],
    edges: [],
    entry_groups: [],
    default_values: [],
    output_variants: [],
  };
  for (const step of steps.slice(0, Math.max(0, count))) {
    const vertex = payloadOf(step, 'DAGVertexAddedEvent');
    if (vertex) {
      const { variant, tool_fqn } = vertex.kind;
      built.vertices.push({ name: vertex.vertex.name, kind: snakeCase(variant), tool_fqn });
    }
    const edge = payloadOf(step, 'DAGEdgeAddedEvent');
    if (edge) {
      const { from, to, kind } = edge.edge;
      built.edges.push({
        from: { vertex: edge.from_vertex.name, variant: from.variant.name, port: from.port.name },
        to: { vertex: to.vertex.name, port: to.port.name },
        kind: snakeCase(kind.variant),
      });
    }
    const entry = payloadOf(step, 'DAGEntryVertexInputPortAddedEvent');
    if (entry) {
      const port = { vertex: entry.vertex.name, port: entry.entry_port.name };
      const group = built.entry_groups.find(({ name }) => name === entry.entry_group.name);
      if (group) group.ports.push(port);
      else built.entry_groups.push({ name: entry.entry_group.name, ports: [port] });
    }
    const fixed = payloadOf(step, 'DAGDefaultValueAddedEvent');
    if (fixed) {
      const [name, port] = [fixed.vertex.name, fixed.port.name];
      // Only the index decodes raw bytes, so the present structure's value is preferred.
      const value = values.get(inputKey(name, port)) ?? fixed.value;
      built.default_values.push({ vertex: name, port, value });
    }
    const output = payloadOf(step, 'DAGOutputAddedEvent');
    if (output) {
      const { variant, port } = output.output;
      built.output_variants.push({ vertex: output.vertex.name, variant: variant.name, port: port.name });
    }
    if (step.kind === 'DAGFinalizedEvent') built.finalized_at = whole.finalized_at;
  }
  return built;
}
