// DAGs (spec 2.14) and their structure (spec 2.15). A malformed element does not fail the whole structure: it is dropped
// and listed under UNREADABLE, so that pages can report it.
import * as z from 'zod/mini';
import { portData } from './port-data';
import {
  booleanParam,
  countParam,
  createdBetween,
  idParam,
  nameParam,
  orderParam,
  paging,
} from './query-params';
import { hexId, integer, openEnum, record, rowTimes, timestamp, unspecified } from './record';

/** Beyond the specification: null where an index has no such column. */
const dagFigures = {
  vertices: unspecified(integer),
  edges: unspecified(integer),
  /** Pairs of a vertex and an earlier one that it leads back to, by edges of any kind. */
  loops: unspecified(integer),
  /** Different tools. */
  tools: unspecified(integer),
  /** When its newest execution started; also null when there is none. */
  last_run_at: unspecified(timestamp),
  /** Of one of the skills that run it. */
  skill_description: unspecified(z.string()),
};

export const dag = record({
  object_id: hexId,
  creator: hexId,
  finalized_at: z.nullable(timestamp),
  ...dagFigures,
  ...rowTimes,
});
export type Dag = z.output<typeof dag>;

/** Those between `creator` and the times are beyond the specification. */
export const dagFilters = z.object({
  finalized: z.optional(booleanParam),
  creator: z.optional(idParam),
  min_vertices: z.optional(countParam),
  max_vertices: z.optional(countParam),
  has_loops: z.optional(booleanParam),
  /** Of DAGs that have a vertex with this tool. */
  tool_fqn: z.optional(nameParam),
  ...createdBetween,
  order_by: z.optional(
    orderParam([
      'object_id',
      'state',
      'vertices',
      'edges',
      'loops',
      'tools',
      'last_run_at',
      'creator',
      'finalized_at',
      'onchain_created_at',
      'updated_at',
    ]),
  ),
  ...paging,
});

export const vertexKinds = ['on_chain', 'off_chain'] as const;
export const edgeKinds = ['normal', 'for_each', 'collect', 'do_while', 'break', 'static'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export const dagVertex = record({ name: z.string(), kind: openEnum(vertexKinds), tool_fqn: z.string() });
export type DagVertex = z.output<typeof dagVertex>;

export const dagEdge = record({
  from: record({ vertex: z.string(), variant: z.string(), port: z.string() }),
  to: record({ vertex: z.string(), port: z.string() }),
  kind: openEnum(edgeKinds),
});
export type DagEdge = z.output<typeof dagEdge>;

export const entryGroup = record({
  name: z.string(),
  ports: z.array(record({ vertex: z.string(), port: z.string() })),
});

export const defaultValue = record({
  vertex: z.string(),
  port: z.string(),
  value: z.pipe(z.transform(withCardinality), portData),
});
export type DefaultValue = z.output<typeof defaultValue>;

export const outputPort = record({ vertex: z.string(), variant: z.string(), port: z.string() });
export type OutputPort = z.output<typeof outputPort>;

export const structureRecord = record({
  object_id: hexId,
  finalized_at: z.nullable(timestamp),
  vertices: z.array(dagVertex),
  edges: z.array(dagEdge),
  entry_groups: z.array(entryGroup),
  default_values: z.array(defaultValue),
  output_variants: z.array(outputPort),
});
export const dagStructure = z.pipe(z.transform(isolateElements), structureRecord);
export type DagStructure = z.output<typeof dagStructure>;

/** The lists of a structure, by the schema of their elements. */
const ELEMENTS = {
  vertices: dagVertex,
  edges: dagEdge,
  entry_groups: entryGroup,
  default_values: defaultValue,
  output_variants: outputPort,
};

function isItem(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Port data may come as a bare value, without its cardinality: that is one value. */
function withCardinality(value: unknown): unknown {
  return isItem(value) && typeof value['kind'] === 'string' && !('one' in value) && !('many' in value)
    ? { one: value }
    : value;
}

/** The key under which a structure names its dropped elements; a mark of ours (read-answer.ts). */
const UNREADABLE = '\0unreadable';

/** The structure without malformed elements; their paths, such as `edges[3]`, are in UNREADABLE. */
function isolateElements(structure: unknown): unknown {
  if (!isItem(structure)) return structure;
  const unreadable: string[] = [];
  const lists = Object.entries(ELEMENTS).flatMap(([name, schema]) => {
    const list = structure[name];
    if (!Array.isArray(list)) return [];
    const readable = list.filter((item: unknown, index) => {
      const keep = schema.safeParse(item).success;
      if (!keep) unreadable.push(`${name}[${index}]`);
      return keep;
    });
    return [[name, readable]];
  });
  return unreadable.length === 0
    ? structure
    : { ...structure, ...Object.fromEntries(lists), [UNREADABLE]: unreadable };
}

/** The paths of dropped elements. */
export function unreadableElements(structure: object): string[] {
  const { [UNREADABLE]: unreadable } = structure as { [UNREADABLE]?: unknown };
  return Array.isArray(unreadable) ? unreadable.map(String) : [];
}
