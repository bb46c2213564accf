// Two structures as one difference: what was added, removed, rewired or changed, and one structure that holds both sides to be drawn.
// Invariant: `joined` names everything that either side names; each of its vertices and edges has exactly one mark, in order.
// Which edge became which is told in edge-difference.ts.
import type { DagStructure } from '@/lib/contract/dags';
import { valuesOf, type PortData } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import type { Change, DifferenceRow } from './change';
import { edgeRows } from './edge-difference';
import { inputKey, outputKey } from './keys';

export interface Difference {
  joined: DagStructure;
  vertices: Map<string, Change>;
  /** One mark for each edge of `joined`, in its order. */
  edges: Change[];
  rows: DifferenceRow[];
}

function byKey<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [key(item), item]));
}

/** Items of both sides under one key: the right side's, or what is left over of the left. */
function paired<Item>(left: readonly Item[], right: readonly Item[], key: (item: Item) => string) {
  const [before, after] = [byKey(left, key), byKey(right, key)];
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...keys].map((name) => ({ before: before.get(name), after: after.get(name) }));
}

function vertexRows(left: DagStructure, right: DagStructure, marks: Map<string, Change>): DifferenceRow[] {
  return paired(left.vertices, right.vertices, ({ name }) => name).flatMap(
    ({ before, after }): DifferenceRow[] => {
      const vertex = (after ?? before)?.name ?? '';
      const row = (change: DifferenceRow['change'], text: string): DifferenceRow[] => {
        marks.set(vertex, change);
        return [{ change, what: 'vertex', vertex, text }];
      };
      if (!before) return row('added', `${vertex}, ${after?.tool_fqn}`);
      if (!after) return row('removed', `${vertex}, ${before.tool_fqn}`);
      const parts = [
        ...(before.tool_fqn === after.tool_fqn ? [] : [`tool ${before.tool_fqn} -> ${after.tool_fqn}`]),
        ...(before.kind === after.kind ? [] : [`runs ${before.kind} -> ${after.kind}`]),
      ];
      if (parts.length > 0) return row('changed', `${vertex}: ${parts.join(', ')}`);
      marks.set(vertex, 'same');
      return [];
    },
  );
}

/** Longer values are cut: the difference is read, not worked with. */
const LONGEST = 80;

function oneLine(value: PortData): string {
  const values = valuesOf(value).map((one) => stringifyJson(one.kind === 'data' ? one['data'] : one));
  const text = 'many' in value ? `[${values.join(', ')}]` : values.join('');
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** The entry groups of both sides; one that both have asks for the ports of both. */
function joinedGroups(left: DagStructure, right: DagStructure): DagStructure['entry_groups'] {
  const groups = new Map<string, DagStructure['entry_groups'][number]>();
  for (const group of [...right.entry_groups, ...left.entry_groups]) {
    const ports = [...(groups.get(group.name)?.ports ?? []), ...group.ports];
    const once = byKey(ports, ({ vertex, port }) => inputKey(vertex, port));
    groups.set(group.name, { ...group, ports: [...once.values()] });
  }
  return [...groups.values()];
}

function placeRows(left: DagStructure, right: DagStructure): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  const entries = ({ entry_groups }: DagStructure) =>
    entry_groups.flatMap(({ name, ports }) => ports.map((port) => ({ ...port, group: name })));
  const oneSided = (before: unknown): DifferenceRow['change'] => (before === undefined ? 'added' : 'removed');
  for (const { before, after } of paired(entries(left), entries(right), ({ group, vertex, port }) =>
    [group, inputKey(vertex, port)].join(' '),
  )) {
    const entry = after ?? before;
    if (!entry || (before && after)) continue;
    const text = `${entry.vertex}.${entry.port} in the entry group ${entry.group}`;
    rows.push({ change: oneSided(before), what: 'entry', vertex: entry.vertex, text });
  }
  for (const { before, after } of paired(left.default_values, right.default_values, ({ vertex, port }) =>
    inputKey(vertex, port),
  )) {
    const value = after ?? before;
    if (!value) continue;
    const isSame = before && after && stringifyJson(before.value) === stringifyJson(after.value);
    if (isSame) continue;
    const change = before && after ? 'changed' : oneSided(before);
    rows.push({
      change,
      what: 'default',
      vertex: value.vertex,
      text: `default value of ${value.vertex}.${value.port}: ${[before, after]
        .flatMap((one) => (one ? oneLine(one.value) : []))
        .join(' -> ')}`,
    });
  }
  for (const { before, after } of paired(
    left.output_variants,
    right.output_variants,
    ({ vertex, variant, port }) => outputKey(vertex, variant, port),
  )) {
    const output = after ?? before;
    if (!output || (before && after)) continue;
    const text = `output ${output.vertex}.${output.variant}.${output.port}`;
    rows.push({ change: oneSided(before), what: 'output', vertex: output.vertex, text });
  }
  return rows;
}

/** What became of `left` in `right`. */
export function difference(left: DagStructure, right: DagStructure): Difference {
  const vertices = new Map<string, Change>();
  const ofVertices = vertexRows(left, right, vertices);
  const ofEdges = edgeRows(left, right);
  const ofPlaces = placeRows(left, right);
  // A vertex that itself is as it was, but has another default, entry or output, has changed too.
  for (const { vertex } of ofPlaces) if (vertices.get(vertex) === 'same') vertices.set(vertex, 'changed');
  const names = new Set(right.vertices.map(({ name }) => name));
  return {
    joined: {
      ...right,
      object_id: `${left.object_id} ${right.object_id}`,
      vertices: [...right.vertices, ...left.vertices.filter(({ name }) => !names.has(name))],
      edges: ofEdges.edges,
      entry_groups: joinedGroups(left, right),
      default_values: paired(left.default_values, right.default_values, ({ vertex, port }) =>
        inputKey(vertex, port),
      ).flatMap(({ before, after }) => after ?? before ?? []),
      output_variants: paired(left.output_variants, right.output_variants, ({ vertex, variant, port }) =>
        outputKey(vertex, variant, port),
      ).flatMap(({ before, after }) => after ?? before ?? []),
    },
    vertices,
    edges: ofEdges.marks,
    rows: [...ofVertices, ...ofEdges.rows, ...ofPlaces],
  };
}
