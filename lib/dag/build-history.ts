// How a DAG was built: its building events, and the structure after any number of them.
// Invariant: after a complete history the structure equals the one the index returns, in the same order.
import type { DagStructure } from '@/lib/contract/dags';
import { dagKinds } from '@/lib/contract/event-kinds/dag';
import type { EventRecord } from '@/lib/contract/events';
import { snakeCase } from '@/lib/contract/tagged';
import { inputKey } from './keys';

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

class Draft {
  readonly structure: DagStructure;
  private readonly values: Map<string, DagStructure['default_values'][number]>;

  constructor(private readonly whole: DagStructure) {
    this.structure = {
      ...whole,
      finalized_at: null,
      vertices: [],
      edges: [],
      entry_groups: [],
      default_values: [],
      output_variants: [],
    };
    this.values = new Map(whole.default_values.map((one) => [inputKey(one.vertex, one.port), one]));
  }

  /** Applies one event; one whose payload cannot be decoded changes nothing. */
  apply({ kind, payload }: EventRecord): void {
    const { structure } = this;
    switch (kind) {
      case 'DAGVertexAddedEvent': {
        const { data } = dagKinds[kind].payload.safeParse(payload);
        if (!data) return;
        const { variant, tool_fqn } = data.kind;
        structure.vertices.push({ name: data.vertex.name, kind: snakeCase(variant), tool_fqn });
        return;
      }
      case 'DAGEdgeAddedEvent': {
        const { data } = dagKinds[kind].payload.safeParse(payload);
        if (!data) return;
        const { from, to, kind: edgeKind } = data.edge;
        structure.edges.push({
          from: { vertex: data.from_vertex.name, variant: from.variant.name, port: from.port.name },
          to: { vertex: to.vertex.name, port: to.port.name },
          kind: snakeCase(edgeKind.variant),
        });
        return;
      }
      case 'DAGEntryVertexInputPortAddedEvent': {
        const { data } = dagKinds[kind].payload.safeParse(payload);
        if (!data) return;
        const port = { vertex: data.vertex.name, port: data.entry_port.name };
        const group = structure.entry_groups.find(({ name }) => name === data.entry_group.name);
        if (group) group.ports.push(port);
        else structure.entry_groups.push({ name: data.entry_group.name, ports: [port] });
        return;
      }
      case 'DAGDefaultValueAddedEvent': {
        const { data } = dagKinds[kind].payload.safeParse(payload);
        if (!data) return;
        // Only the index decodes raw bytes, so the present structure's value is preferred.
        const known = this.values.get(inputKey(data.vertex.name, data.port.name));
        const value = known?.value ?? data.value;
        structure.default_values.push({ vertex: data.vertex.name, port: data.port.name, value });
        return;
      }
      case 'DAGOutputAddedEvent': {
        const { data } = dagKinds[kind].payload.safeParse(payload);
        if (!data) return;
        const { variant, port } = data.output;
        structure.output_variants.push({
          vertex: data.vertex.name,
          variant: variant.name,
          port: port.name,
        });
        return;
      }
      case 'DAGFinalizedEvent':
        structure.finalized_at = this.whole.finalized_at;
    }
  }
}

/** The structure after the first `count` of `steps`; `whole` is the current structure. */
export function structureAt(steps: readonly EventRecord[], count: number, whole: DagStructure): DagStructure {
  const draft = new Draft(whole);
  for (const step of steps.slice(0, Math.max(0, count))) draft.apply(step);
  return draft.structure;
}
