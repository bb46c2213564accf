// Tools (spec 2.11) and their port contract. `vault_balance_us` is US base units. From `verified` on, null means unknown.
import * as z from 'zod/mini';
import { hexId, int64, integer, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import {
  booleanParam,
  createdBetween,
  enumParam,
  idParam,
  orderParam,
  paging,
  textParam,
} from './query-params';

export const toolKinds = ['http', 'chain'] as const;
export const cardinalities = ['one', 'many'] as const;
export const valueKinds = ['object', 'data'] as const;

const toolFields = {
  fqn: z.string(),
  object_id: hexId,
  kind: openEnum(toolKinds),
  location: z.string(),
  description: z.string(),
  is_registered: z.boolean(),
  registered_at: timestamp,
  unregistered_at: z.nullable(timestamp),
  registry_object_id: z.nullable(hexId),
  creator: z.nullable(hexId),
  verified: z.nullable(z.boolean()),
  lock_duration_ms: z.nullable(integer),
  vault_balance_us: z.nullable(int64),
  workflow_authorization_cap_first: z.nullable(z.boolean()),
  /** DAGs that have a vertex with it. Beyond the specification: null where an index has no such column. */
  dags: unspecified(integer),
  ...rowTimes,
};

export const tool = record(toolFields);
export type Tool = z.output<typeof tool>;

export const portContract = record({
  port_name: z.string(),
  cardinality: openEnum(cardinalities),
  value_kind: openEnum(valueKinds),
});
export type PortContract = z.output<typeof portContract>;

export const variantContract = record({ variant_name: z.string(), ports: z.array(portContract) });
export type VariantContract = z.output<typeof variantContract>;

/** The specification shows no field of the detail beside the port contract. */
const toolDetailFields = {
  fqn: unspecified(toolFields.fqn),
  object_id: unspecified(toolFields.object_id),
  kind: unspecified(toolFields.kind),
  location: unspecified(toolFields.location),
  description: unspecified(toolFields.description),
  is_registered: unspecified(toolFields.is_registered),
  registered_at: unspecified(toolFields.registered_at),
  unregistered_at: unspecified(timestamp),
  registry_object_id: unspecified(hexId),
  creator: unspecified(hexId),
  verified: unspecified(z.boolean()),
  lock_duration_ms: unspecified(integer),
  vault_balance_us: unspecified(int64),
  workflow_authorization_cap_first: unspecified(z.boolean()),
  dags: toolFields.dags,
  created_at: unspecified(timestamp),
  updated_at: unspecified(timestamp),
  onchain_created_at: unspecified(timestamp),
};

/** The output list is named output_variants in the specification's prose and output_schema in its sample: either is read. */
export const toolDetail = record({
  ...toolDetailFields,
  input_schema: z.array(portContract),
  output_variants: z.optional(z.array(variantContract)),
  output_schema: z.optional(z.array(variantContract)),
});
export type ToolDetail = z.output<typeof toolDetail>;

export function outputVariantsOf(detail: ToolDetail): VariantContract[] | null {
  return detail.output_variants ?? detail.output_schema ?? null;
}

export const toolFilters = z.object({
  fqn: z.optional(textParam),
  registered: z.optional(booleanParam),
  /** Whether a DAG has a vertex with it. */
  used: z.optional(booleanParam),
  kind: z.optional(enumParam(toolKinds)),
  verified: z.optional(booleanParam),
  creator: z.optional(idParam),
  ...createdBetween,
  order_by: z.optional(
    orderParam([
      'fqn',
      'is_registered',
      'kind',
      'dags',
      'verified',
      'description',
      'vault_balance_us',
      'creator',
      'updated_at',
    ]),
  ),
  ...paging,
});
