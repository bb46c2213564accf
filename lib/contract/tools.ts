// Tools (spec 2.11) and the immutable port contract of a tool's detail. `vault_balance_us` is US base units (nine decimals), a snapshot that can lag.
// From `verified` downward null means unknown, not false.
import * as z from 'zod';
import { int64 } from './int64';
import { booleanParam, createdBetween, enumParam, idParam, paging, textParam } from './query-params';
import { openEnum, record, rowTimes, timestamp } from './record';

export const toolKinds = ['http', 'chain'] as const;
export const cardinalities = ['one', 'many'] as const;
export const valueKinds = ['object', 'data'] as const;

const toolFields = {
  fqn: z.string(),
  object_id: z.string(),
  kind: openEnum(toolKinds),
  location: z.string(),
  description: z.string(),
  is_registered: z.boolean(),
  registered_at: timestamp,
  unregistered_at: timestamp.nullable(),
  registry_object_id: z.string().nullable(),
  creator: z.string().nullable(),
  verified: z.boolean().nullable(),
  lock_duration_ms: z.int().nullable(),
  vault_balance_us: int64.nullable(),
  workflow_authorization_cap_first: z.boolean().nullable(),
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

/** The output list is named output_variants in the specification's prose and output_schema in its sample: either is read. */
export const toolDetail = record({
  ...toolFields,
  input_schema: z.array(portContract),
  output_variants: z.array(variantContract).optional(),
  output_schema: z.array(variantContract).optional(),
});
export type ToolDetail = z.output<typeof toolDetail>;

export function outputVariantsOf(detail: ToolDetail): VariantContract[] | null {
  return detail.output_variants ?? detail.output_schema ?? null;
}

export const toolFilters = z.object({
  fqn: textParam.optional(),
  registered: booleanParam.optional(),
  kind: enumParam(toolKinds).optional(),
  verified: booleanParam.optional(),
  creator: idParam.optional(),
  ...createdBetween,
  ...paging,
});
