// Two DAG structures as one difference: what was added, removed, rewired or changed, and a joined structure to draw.
// Invariant: `joined` names everything either side names, and each of its vertices and edges has exactly one mark.
import { isolated } from '@/lib/text/foreign-text';
import { unreadableElements, type DagEdge, type DagStructure } from '@/lib/contract/dags';
import { type PortData, valuesOf } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import { edgeKey, inputKey, keyOf, outputKey } from './flow-graph';
import { edgeKindText, edgeSource, edgeTarget } from './wording';

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
function paired<Item>(leftItems: readonly Item[], rightItems: readonly Item[], key: (item: Item) => string) {
  const [before, after] = [byKey(leftItems, key), byKey(rightItems, key)];
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...keys].map((name) => ({ before: before.get(name), after: after.get(name) }));
}

/** The items of both sides, each once; the right side's where both have it. */
function united<Item>(
  leftItems: readonly Item[],
  rightItems: readonly Item[],
  key: (item: Item) => string,
): Item[] {
  return paired(leftItems, rightItems, key).flatMap(({ before, after }) => after ?? before ?? []);
}

function vertexRows(
  leftDag: DagStructure,
  rightDag: DagStructure,
  marks: Map<string, Change>,
): DifferenceRow[] {
  return paired(leftDag.vertices, rightDag.vertices, ({ name }) => name).flatMap(
    ({ before, after }): DifferenceRow[] => {
      const vertex = (after ?? before)?.name ?? '';
      const row = (change: DifferenceRow['change'], text: string): DifferenceRow[] => {
        marks.set(vertex, change);
        return [{ change, what: 'vertex', vertex, text }];
      };
      if (!before) return row('added', `${isolated(vertex)}, ${isolated(after?.tool_fqn ?? '')}`);
      if (!after) return row('removed', `${isolated(vertex)}, ${isolated(before.tool_fqn)}`);
      const parts = [
        ...(before.tool_fqn === after.tool_fqn
          ? []
          : [`tool ${isolated(before.tool_fqn)} → ${isolated(after.tool_fqn)}`]),
        ...(before.kind === after.kind ? [] : [`runs ${isolated(before.kind)} → ${isolated(after.kind)}`]),
      ];
      if (parts.length > 0) return row('changed', `${isolated(vertex)}: ${parts.join(', ')}`);
      marks.set(vertex, 'same');
      return [];
    },
  );
}

const MAX_VALUE_LENGTH = 80;

function oneLine(value: PortData): string {
  const values = valuesOf(value).map((item) => stringifyJson(item.kind === 'data' ? item['data'] : item));
  const text = 'many' in value ? `[${values.join(', ')}]` : values.join('');
  return isolated(text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`);
}

type DefaultValue = DagStructure['default_values'][number];
type Output = DagStructure['output_variants'][number];
const defaultKey = ({ vertex, port }: DefaultValue) => inputKey(vertex, port);
const variantKey = ({ vertex, variant, port }: Output) => outputKey(vertex, variant, port);

/** Differences in entries, default values and outputs. */
function portRows(leftDag: DagStructure, rightDag: DagStructure): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  const compare = <Item extends { vertex: string; value?: PortData }>(
    what: DifferenceRow['what'],
    itemsOf: (structure: DagStructure) => readonly Item[],
    key: (item: Item) => string,
    textOf: (item: Item) => string,
  ) => {
    for (const { before, after } of paired(itemsOf(leftDag), itemsOf(rightDag), key)) {
      const item = after ?? before;
      const [old, now] = [before, after].map((item) => item?.value && stringifyJson(item.value));
      if (!item || (before && after && old === now)) continue;
      const oneSided = before ? 'removed' : 'added';
      const values = [before, after].flatMap((item) => (item?.value ? oneLine(item.value) : []));
      const text = values.length === 0 ? textOf(item) : `${textOf(item)}: ${values.join(' → ')}`;
      rows.push({ change: before && after ? 'changed' : oneSided, what, vertex: item.vertex, text });
    }
  };
  compare(
    'entry',
    ({ entry_groups }) =>
      entry_groups.flatMap(({ name, ports }) => ports.map((port) => ({ ...port, group: name }))),
    ({ group, vertex, port }) => keyOf(group, vertex, port),
    ({ group, vertex, port }) =>
      `${isolated(vertex)}.${isolated(port)} in the entry group ${isolated(group)}`,
  );
  const defaultText = ({ vertex, port }: DefaultValue) => `${isolated(vertex)}.${isolated(port)}`;
  compare('default', ({ default_values }) => default_values, defaultKey, defaultText);
  const outputText = ({ vertex, variant, port }: Output) =>
    `${isolated(vertex)}.${isolated(variant)}.${isolated(port)}`;
  compare('output', ({ output_variants }) => output_variants, variantKey, outputText);
  return rows;
}

/** The entry groups of both sides; a group on both has the ports of both. */
function joinedGroups(leftDag: DagStructure, rightDag: DagStructure): DagStructure['entry_groups'] {
  const groups = new Map<string, DagStructure['entry_groups'][number]>();
  for (const group of [...rightDag.entry_groups, ...leftDag.entry_groups]) {
    const ports = [...(groups.get(group.name)?.ports ?? []), ...group.ports];
    const once = byKey(ports, ({ vertex, port }) => inputKey(vertex, port));
    groups.set(group.name, { ...group, ports: [...once.values()] });
  }
  return [...groups.values()];
}

/** What changed from `leftDag` to `rightDag`. */
export function difference(leftDag: DagStructure, rightDag: DagStructure): Difference {
  const vertices = new Map<string, Change>();
  const ofVertices = vertexRows(leftDag, rightDag, vertices);
  const ofEdges = edgeRows(leftDag, rightDag);
  const ofPorts = portRows(leftDag, rightDag);
  // A vertex with a different default, entry or output has changed too.
  for (const { vertex } of ofPorts) if (vertices.get(vertex) === 'same') vertices.set(vertex, 'changed');
  const names = new Set(rightDag.vertices.map(({ name }) => name));
  return {
    joined: {
      ...rightDag,
      object_id: `${leftDag.object_id} ${rightDag.object_id}`,
      unreadable: [...unreadableElements(leftDag), ...unreadableElements(rightDag)],
      vertices: [...rightDag.vertices, ...leftDag.vertices.filter(({ name }) => !names.has(name))],
      edges: ofEdges.edges,
      entry_groups: joinedGroups(leftDag, rightDag),
      default_values: united(leftDag.default_values, rightDag.default_values, defaultKey),
      output_variants: united(leftDag.output_variants, rightDag.output_variants, variantKey),
    },
    vertices,
    edges: ofEdges.marks,
    rows: [...ofVertices, ...ofEdges.rows, ...ofPorts],
  };
}

const fullKey = (edge: DagEdge) => keyOf(edgeKey(edge), edge.kind);
const ends = (edge: DagEdge) => `${edgeSource(edge)} → ${edgeTarget(edge)}`;

/** The edges that occur more often than among `others`. */
function surplus(edges: readonly DagEdge[], others: readonly DagEdge[]): DagEdge[] {
  const counts = new Map<string, number>();
  for (const edge of others) counts.set(fullKey(edge), (counts.get(fullKey(edge)) ?? 0) + 1);
  return edges.filter((edge) => {
    const remaining = counts.get(fullKey(edge)) ?? 0;
    if (remaining > 0) counts.set(fullKey(edge), remaining - 1);
    return remaining === 0;
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
function edgeRows(leftDag: DagStructure, rightDag: DagStructure) {
  const removed = new Set(surplus(leftDag.edges, rightDag.edges));
  const added = surplus(rightDag.edges, leftDag.edges);
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
      record('changed', edge, `${ends(edge)}: ${edgeKindText(sameEnds.kind)} → ${edgeKindText(edge.kind)}`);
      continue;
    }
    const fed = takeFirst(removed, (other) => target(other) === target(edge));
    const before = fed ?? takeFirst(removed, (other) => source(other) === source(edge));
    if (!before) {
      record('added', edge, `${ends(edge)}, ${edgeKindText(edge.kind)}`);
      continue;
    }
    const text = fed
      ? `${edgeTarget(edge)}: from ${edgeSource(before)} → from ${edgeSource(edge)}`
      : `${edgeSource(edge)}: to ${edgeTarget(before)} → to ${edgeTarget(edge)}`;
    record('rewired', edge, text);
    marks.set(before, 'removed');
  }
  for (const edge of removed) record('removed', edge, `${ends(edge)}, ${edgeKindText(edge.kind)}`);
  // If only an edge's kind changed, just the new one is drawn.
  const former = leftDag.edges.filter((edge) => marks.get(edge) === 'removed');
  const edges = [...rightDag.edges, ...former];
  return { rows, edges, marks: edges.map((edge) => marks.get(edge) ?? 'same') };
}
