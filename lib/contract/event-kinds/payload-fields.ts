// One row of the event catalogue, and the field types that payloads share (spec 10.2).
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { lazily } from '@/lib/contract/lazily';
import { integer, u64 } from '@/lib/contract/record';
import { portData, portDataMap } from '@/lib/contract/port-data';
import { named, openTagged, tagged } from '@/lib/contract/tagged';
import { isJsonObject } from '@/lib/json/exact-number';

/** The second wrapper's fields. `task_id` is a pickup id, not always the task: never merged into the payload. */
export const distribution = z.looseObject({
  deadline_ms: z._default(z.nullable(u64), null),
  requested_at_ms: z._default(z.nullable(u64), null),
  task_id: z._default(z.nullable(objectId), null),
  leaders: z._default(z.array(objectId), []),
});

/** One kind: its payload's fields by name. Unknown fields pass, a missing or mistyped one makes the event undecodable. */
export function kind<const Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const schema = lazily(() => z.looseObject({ ...fields, distribution: z.optional(distribution) }));
  return {
    get payload() {
      return schema();
    },
  };
}

export const text = z.string();
export const flag = z.boolean();

/** Hex in our own recordings; base64, base58 or an array of byte values elsewhere. Arrays become hex, text stays as it is. */
export const bytes = z.union([
  z.string(),
  z.pipe(
    z.array(integer.check(z.minimum(0), z.maximum(255))),
    z.transform((values) => `0x${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`),
  ),
]);

/** An interface revision: an integer, or a struct around one. */
export const interfaceVersion = z.pipe(
  z.transform((value) => {
    if (!isJsonObject(value)) return value;
    const [only, ...more] = Object.values(value);
    return more.length === 0 ? only : value;
  }),
  u64,
) as unknown as z.ZodMiniType<bigint>;

export const vertexKind = tagged({ OnChain: { tool_fqn: text }, OffChain: { tool_fqn: text } });

export const edgeKind = tagged({ Normal: {}, ForEach: {}, Collect: {}, DoWhile: {}, Break: {}, Static: {} });

export const edge = z.looseObject({
  from: z.looseObject({ variant: named, port: named }),
  to: z.looseObject({ vertex: named, port: named }),
  kind: edgeKind,
});

export const variantPort = z.looseObject({ variant: named, port: named });

/** Plain, or one iteration of a for_each or do_while (iteration is zero-based). */
export const runtimeVertex = tagged({
  Plain: { vertex: named },
  WithIterator: { vertex: named, iteration: u64, out_of: z._default(z.nullable(u64), null) },
});

export type RuntimeVertex = z.output<typeof runtimeVertex>;

/**
 * A port value as recorded on chain: as in spec 2.16, and also raw bytes `{kind: 'data', bytes: '<base64>'}`,
 * which the index decodes to JSON, else to a string, else leaves out.
 */
export const recordedPort = portData;
export const recordedPorts = portDataMap;

export const paymentSource = tagged({ UserFunded: { user: address }, AgentFunded: { agent_id: objectId } });
export const paymentPolicy = tagged({ UserFunded: {}, AgentFunded: { max_budget_mist: u64 } });
export const paymentState = tagged({ Pending: {}, Accomplished: {}, Refunded: {} });

export const verifierMethod = z.looseObject({
  tool_id: objectId,
  package_id: objectId,
  module_name: z.string(),
  function_name: z.string(),
});
export const verifierKind = tagged({ None: {}, RegisteredKey: {}, External: {} });
export const verifierDecision = tagged({
  Accept: {},
  Reject: { reason: z._default(z.nullable(text), null) },
});

/** Known from a preview of the release only, so others may occur. */
export const failureClass = openTagged(['Retryable', 'TerminalToolFailure', 'TerminalSubmissionFailure']);
export const postFailureAction = tagged({ Terminate: {}, TransientContinue: {} });

export const controller = tagged({ Address: { address }, Agent: { agent_id: objectId } });
export const rejectionReason = tagged({
  UnsupportedWorkAdmission: {},
  StaleSkillContract: {},
  MutableDAG: {},
});
export const occurrenceSource = tagged({ Standalone: {}, Recurring: { iteration: u64 } });
export const withdrawalReason = tagged({
  RecurrenceReplaced: {},
  RecurrenceCleared: {},
  TaskCanceled: {},
  TaskRejected: {},
});

export const dagBinding = tagged({ Pinned: { dag_id: objectId }, RuntimeSelected: {} });
const schedulePolicy = tagged({
  Once: {},
  Recurring: { min_interval_ms: u64, max_occurrences: z._default(z.nullable(u64), null) },
});
export const skillRequirement = z.looseObject({
  input_commitment: z._default(z.nullable(bytes), null),
  payment_policy: z._default(z.nullable(paymentPolicy), null),
  schedule_policy: z._default(z.nullable(schedulePolicy), null),
  fixed_tools: z._default(z.array(z.looseObject({ tool_registry_id: objectId, tool_fqn: text })), []),
});

export const leaderState = tagged({ Active: {}, Suspended: {}, Slashed: {} });
export const shareChange = z.looseObject({ leader_cap_id: objectId, share_delta: u64 });
export const keyIdentity = tagged({ Leader: { leader_cap_id: objectId }, Tool: { tool_id: objectId } });
