// The named schemas of the OpenAPI document, generated from the contract's zod schemas (spec 2).
// Invariant: int64 is {type: integer, format: int64}; metadata for the console's controls is left out.
import * as z from 'zod/mini';
import { agent, skill, skillRevision } from '@/lib/contract/agents';
import {
  dag,
  dagEdge,
  dagStructure,
  dagVertex,
  defaultValue,
  entryGroup,
  outputPort,
} from '@/lib/contract/dags';
import { errorBody } from '@/lib/contract/errors';
import { eventFrame, eventRecord } from '@/lib/contract/events';
import { execution, executionEvent, gasEvent, submissionFailure, walk } from '@/lib/contract/executions';
import { claimRequest, issuedKey, issuedScope, tokenRequest } from '@/lib/contract/keys';
import { leader, leaderRegistry, stakeEvent, suspensionSkip } from '@/lib/contract/leaders';
import { ledgerEvent, payment } from '@/lib/contract/payments';
import { portData, portValue } from '@/lib/contract/port-data';
import { priorityFeeEvent } from '@/lib/contract/payments';
import { readiness, serviceInfo } from '@/lib/contract/service';
import { occurrence, reserve, task } from '@/lib/contract/tasks';
import { portContract, tool, toolDetail, variantContract } from '@/lib/contract/tools';
import { usageBucket, usageReport } from '@/lib/contract/usage';

/** JSON Schema as it stands in the document. */
export type JsonSchema = Record<string, unknown>;

const named: Record<string, z.ZodMiniType> = {
  Agent: agent,
  ClaimRequest: claimRequest,
  Dag: dag,
  DagEdge: dagEdge,
  DagStructure: dagStructure,
  DagVertex: dagVertex,
  DefaultValue: defaultValue,
  EntryGroup: entryGroup,
  Error: errorBody,
  EventFrame: eventFrame,
  EventRecord: eventRecord,
  Execution: execution,
  ExecutionEvent: executionEvent,
  GasEvent: gasEvent,
  IssuedKey: issuedKey,
  IssuedScope: issuedScope,
  Leader: leader,
  LeaderRegistry: leaderRegistry,
  LedgerEvent: ledgerEvent,
  Occurrence: occurrence,
  OutputPort: outputPort,
  Payment: payment,
  PortContract: portContract,
  PortData: portData,
  PortValue: portValue,
  PriorityFeeEvent: priorityFeeEvent,
  Readiness: readiness,
  Reserve: reserve,
  ServiceInfo: serviceInfo,
  Skill: skill,
  SkillRevision: skillRevision,
  StakeEvent: stakeEvent,
  SubmissionFailure: submissionFailure,
  SuspensionSkip: suspensionSkip,
  Task: task,
  TokenRequest: tokenRequest,
  Tool: tool,
  ToolDetail: toolDetail,
  UsageBucket: usageBucket,
  UsageReport: usageReport,
  VariantContract: variantContract,
  Walk: walk,
};

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** A reference to the schema's component; undefined when it is not a named one. */
export function referenceTo(schema: z.ZodMiniType): JsonSchema | undefined {
  const name = Object.keys(named).find((one) => named[one] === schema);
  return name === undefined ? undefined : reference(name);
}

/** Bounds that zod writes for every integer: the range of a double, which says nothing. */
function dropBounds(schema: JsonSchema): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
}

function rewrite({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const meta: JsonSchema | undefined = z.globalRegistry.get(zodSchema);
  if (meta?.['json'] === 'int64') {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, { type: 'integer', format: 'int64' });
  }
  dropBounds(jsonSchema);
  // Values of later releases are possible, so they are not an enum.
  if (jsonSchema['known'] !== undefined) jsonSchema['x-extensible-enum'] = jsonSchema['known'];
  for (const key of ['known', 'control', 'open', '$schema', '$id']) delete jsonSchema[key];
}

const options = { io: 'input', unrepresentable: 'any', override: rewrite } as const;

/** The JSON Schema of one schema on its own: a parameter's. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return rest;
}

/** Every component, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _s, $id: _i, ...schema }]) => [
      name,
      schema as JsonSchema,
    ]),
  );
}
