// Two DAG structures as one difference: what was added, removed, rewired or changed, and a joined structure to draw.
// Invariant: `joined` names everything either side names, and each of its vertices and edges has exactly one mark.
import { unreadableElements, type DagEdge, type DagStructure } from '@/lib/contract/dags';
import { type PortData, valuesOf } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import { edgeKey, inputKey, outputKey } from './flow-graph';
import { edgeKindWord, edgeSource, edgeTarget } from './wording';

export type Change = 'same' | 'added' | 'removed' | 'rewired' | 'changed';

export interface DifferenceRow {
  change: Exclude<Change, 'same'>;
  what: 'vertex' | 'edge' | 'entry' | 'default' | 'output';
  /** The vertex to show. */
  vertex: string;
  text: string;
}

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

/** Items of both sides by key: the right side's first, then those only on the left. */
function paired<Item>(left: readonly Item[], right: readonly Item[], key: (item: Item) => string) {
  const [before, after] = [byKey(left, key), byKey(right, key)];
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...keys].map((name) => ({ before: before.get(name), after: after.get(name) }));
}

/** The items of both sides, each once; the right side's where both have it. */
function united<Item>(left: readonly Item[], right: readonly Item[], key: (item: Item) => string): Item[] {
  return paired(left, right, key).flatMap(({ before, after }) => after ?? before ?? []);
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

const MAX_VALUE_LENGTH = 80;

function oneLine(value: PortData): string {
  const values = valuesOf(value).map((one) => stringifyJson(one.kind === 'data' ? one['data'] : one));
  const text = 'many' in value ? `[${values.join(', ')}]` : values.join('');
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`;
}

type DefaultValue = DagStructure['default_values'][number];
type Output = DagStructure['output_variants'][number];
const defaultKey = ({ vertex, port }: DefaultValue) => inputKey(vertex, port);
const variantKey = ({ vertex, variant, port }: Output) => outputKey(vertex, variant, port);

/** Differences in entries, default values and outputs. */
function portRows(left: DagStructure, right: DagStructure): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  const compare = <Item extends { vertex: string; value?: PortData }>(
    what: DifferenceRow['what'],
    itemsOf: (structure: DagStructure) => readonly Item[],
    key: (item: Item) => string,
    textOf: (item: Item) => string,
  ) => {
    for (const { before, after } of paired(itemsOf(left), itemsOf(right), key)) {
      const item = after ?? before;
      const [old, now] = [before, after].map((one) => one?.value && stringifyJson(one.value));
      if (!item || (before && after && old === now)) continue;
      const oneSided = before ? 'removed' : 'added';
      const values = [before, after].flatMap((one) => (one?.value ? oneLine(one.value) : []));
      const text = values.length === 0 ? textOf(item) : `${textOf(item)}: ${values.join(' -> ')}`;
      rows.push({ change: before && after ? 'changed' : oneSided, what, vertex: item.vertex, text });
    }
  };
  compare(
    'entry',
    ({ entry_groups }) =>
      entry_groups.flatMap(({ name, ports }) => ports.map((port) => ({ ...port, group: name }))),
    ({ group, vertex, port }) => `${group} ${inputKey(vertex, port)}`,
    ({ group, vertex, port }) => `${vertex}.${port} in the entry group ${group}`,
  );
  const defaultText = ({ vertex, port }: DefaultValue) => `default value of ${vertex}.${port}`;
  compare('default', ({ default_values }) => default_values, defaultKey, defaultText);
  const outputText = ({ vertex, variant, port }: Output) => `output ${vertex}.${variant}.${port}`;
  compare('output', ({ output_variants }) => output_variants, variantKey, outputText);
  return rows;
}

/** The entry groups of both sides; a group on both has the ports of both. */
function joinedGroups(left: DagStructure, right: DagStructure): DagStructure['entry_groups'] {
  const groups = new Map<string, DagStructure['entry_groups'][number]>();
  for (const group of [...right.entry_groups, ...left.entry_groups]) {
    const ports = [...(groups.get(group.name)?.ports ?? []), ...group.ports];
    const once = byKey(ports, ({ vertex, port }) => inputKey(vertex, port));
    groups.set(group.name, { ...group, ports: [...once.values()] });
  }
  return [...groups.values()];
}

/** What changed from `left` to `right`. */
export function difference(left: DagStructure, right: DagStructure): Difference {
  const vertices = new Map<string, Change>();
  const ofVertices = vertexRows(left, right, vertices);
  const ofEdges = edgeRows(left, right);
  const ofPorts = portRows(left, right);
  // A vertex with a different default, entry or output has changed too.
  for (const { vertex } of ofPorts) if (vertices.get(vertex) === 'same') vertices.set(vertex, 'changed');
  const names = new Set(right.vertices.map(({ name }) => name));
  return {
    joined: {
      ...right,
      object_id: `${left.object_id} ${right.object_id}`,
      unreadable: [...unreadableElements(left), ...unreadableElements(right)],
      vertices: [...right.vertices, ...left.vertices.filter(({ name }) => !names.has(name))],
      edges: ofEdges.edges,
      entry_groups: joinedGroups(left, right),
      default_values: united(left.default_values, right.default_values, defaultKey),
      output_variants: united(left.output_variants, right.output_variants, variantKey),
    },
    vertices,
    edges: ofEdges.marks,
    rows: [...ofVertices, ...ofEdges.rows, ...ofPorts],
  };
}

const fullKey = (edge: DagEdge) => `${edgeKey(edge)} ${edge.kind}`;
const ends = (edge: DagEdge) => `${edgeSource(edge)} -> ${edgeTarget(edge)}`;

/** The edges that occur more often than among `others`. */
function surplus(edges: readonly DagEdge[], others: readonly DagEdge[]): DagEdge[] {
  const counts = new Map<string, number>();
  for (const edge of others) counts.set(fullKey(edge), (counts.get(fullKey(edge)) ?? 0) + 1);
  return edges.filter((edge) => {
    const left = counts.get(fullKey(edge)) ?? 0;
    if (left > 0) counts.set(fullKey(edge), left - 1);
    return left === 0;
  });
}

function takeFirst(from: Set<DagEdge>, matches: (edge: DagEdge) => boolean): DagEdge | null {
  for (const edge of from)
    if (matches(edge)) {
      from.delete(edge);
      return edge;
    }
  return null;
}

/** The difference rows, the edges of both sides, and one mark per edge in the same order. */
export function edgeRows(left: DagStructure, right: DagStructure) {
  const removed = new Set(surplus(left.edges, right.edges));
  const added = surplus(right.edges, left.edges);
  const marks = new Map<DagEdge, Change>();
  const rows: DifferenceRow[] = [];
  const target = ({ to }: DagEdge) => inputKey(to.vertex, to.port);
  const source = ({ from }: DagEdge) => outputKey(from.vertex, from.variant, from.port);
  const record = (change: DifferenceRow['change'], edge: DagEdge, text: string) => {
    marks.set(edge, change);
    rows.push({ change, what: 'edge', vertex: edge.to.vertex, text });
  };
  for (const edge of added) {
    const sameEnds = takeFirst(removed, (other) => edgeKey(other) === edgeKey(edge));
    if (sameEnds) {
      record('changed', edge, `${ends(edge)}: ${edgeKindWord(sameEnds.kind)} -> ${edgeKindWord(edge.kind)}`);
      continue;
    }
    const fed = takeFirst(removed, (other) => target(other) === target(edge));
    const before = fed ?? takeFirst(removed, (other) => source(other) === source(edge));
    if (!before) {
      record('added', edge, `${ends(edge)}, ${edgeKindWord(edge.kind)}`);
      continue;
    }
    const text = fed
      ? `${edgeTarget(edge)}: from ${edgeSource(before)} -> from ${edgeSource(edge)}`
      : `${edgeSource(edge)}: to ${edgeTarget(before)} -> to ${edgeTarget(edge)}`;
    record('rewired', edge, text);
    marks.set(before, 'removed');
  }
  for (const edge of removed) record('removed', edge, `${ends(edge)}, ${edgeKindWord(edge.kind)}`);
  // If only an edge's kind changed, just the new one is drawn.
  const former = left.edges.filter((edge) => marks.get(edge) === 'removed');
  const edges = [...right.edges, ...former];
  return { rows, edges, marks: edges.map((edge) => marks.get(edge) ?? 'same') };
}
