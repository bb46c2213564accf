// Fields of tool and skill snapshots (spec 2.11, 2.4).
// Invariant: an absent or malformed field changes nothing.
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { int64, u64 } from '@/lib/contract/int64';
import { portContract, toolKinds, variantContract } from '@/lib/contract/tools';

const fields = {
  object_id: objectId,
  kind: z.enum(toolKinds),
  location: z.string(),
  description: z.string(),
  registry_object_id: z.nullable(objectId),
  creator: z.nullable(objectId),
  verified: z.nullable(z.boolean()),
  lock_duration_ms: z.nullable(u64),
  vault_balance_us: z.nullable(u64),
  workflow_authorization_cap_first: z.nullable(z.boolean()),
  input_schema: z.array(portContract),
  output_variants: z.array(variantContract),
} as const;
export type ToolSnapshot = { [Name in keyof typeof fields]?: z.output<(typeof fields)[Name]> };

export function readToolSnapshot(given: Record<string, unknown>): ToolSnapshot {
  const named = { ...given, output_variants: given['output_variants'] ?? given['output_schema'] };
  return pickValid(fields, named);
}

const skillFields = {
  active: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  current_interface_revision: int64,
} as const;
export type SkillSnapshot = { [Name in keyof typeof skillFields]?: z.output<(typeof skillFields)[Name]> };

/** What a snapshot of a skill may say (spec 2.4) beyond what its events do. */
export function readSkillSnapshot(given: Record<string, unknown>): SkillSnapshot {
  return pickValid(skillFields, given);
}

function pickValid(shape: Record<string, z.ZodMiniType>, given: Record<string, unknown>) {
  const picked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    if (given[name] === undefined) continue;
    const result = schema.safeParse(given[name]);
    if (result.success) picked[name] = result.data;
  }
  return picked;
}
