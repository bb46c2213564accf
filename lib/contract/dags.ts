// DAGs (spec 2.14) and their structure (spec 2.15).
import * as z from 'zod/mini';
import { isolateElements, withCardinality } from './dag-elements';
import { portData } from './port-data';
import { booleanParam, createdBetween, idParam, paging } from './query-params';
import { openEnum, record, rowTimes, timestamp } from './record';

export const dag = record({
  object_id: z.string(),
  creator: z.string(),
  finalized_at: z.nullable(timestamp),
  ...rowTimes,
});
export type Dag = z.output<typeof dag>;

export const dagFilters = z.object({
  finalized: z.optional(booleanParam),
  creator: z.optional(idParam),
  ...createdBetween,
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
export type EntryGroup = z.output<typeof entryGroup>;

export const defaultValue = record({
  vertex: z.string(),
  port: z.string(),
  value: z.pipe(z.transform(withCardinality), portData),
});
export type DefaultValue = z.output<typeof defaultValue>;

export const outputPort = record({ vertex: z.string(), variant: z.string(), port: z.string() });
export type OutputPort = z.output<typeof outputPort>;

export const structureRecord = record({
  object_id: z.string(),
  finalized_at: z.nullable(timestamp),
  vertices: z.array(dagVertex),
  edges: z.array(dagEdge),
  entry_groups: z.array(entryGroup),
  default_values: z.array(defaultValue),
  output_variants: z.array(outputPort),
});
/** Malformed elements are left out and listed (dag-elements.ts). */
export const dagStructure = z.pipe(z.transform(isolateElements), structureRecord);
export type DagStructure = z.output<typeof dagStructure>;
