// The event catalogue (spec 6.3): every current kind with its family and payload schema.
// Invariant: a name that is not a key of `eventKinds` is unknown to filters.
import type * as z from 'zod/mini';
import { executionKinds, verificationKinds } from './execution';
import { keyManagementKinds, leaderKinds, stakingKinds } from './leader';
import { paymentKinds, priorityFeeKinds, toolPaymentKinds } from './payment';
import { agentKinds, dagKinds, schedulerKinds, toolKinds } from './workflow';

export const families = {
  dag: dagKinds,
  execution: executionKinds,
  verification: verificationKinds,
  tool: toolKinds,
  'tool-payment': toolPaymentKinds,
  payment: paymentKinds,
  leader: leaderKinds,
  staking: stakingKinds,
  'priority-fee': priorityFeeKinds,
  scheduler: schedulerKinds,
  agent: agentKinds,
  'key-management': keyManagementKinds,
} as const;

export type Family = keyof typeof families;

export const eventKinds = {
  ...dagKinds,
  ...executionKinds,
  ...verificationKinds,
  ...toolKinds,
  ...toolPaymentKinds,
  ...paymentKinds,
  ...leaderKinds,
  ...stakingKinds,
  ...priorityFeeKinds,
  ...schedulerKinds,
  ...agentKinds,
  ...keyManagementKinds,
} as const;

export type EventKind = keyof typeof eventKinds;
export type PayloadOf<Kind extends EventKind> = z.output<(typeof eventKinds)[Kind]['payload']>;

const familyByKind = new Map<string, Family>(
  Object.entries(families).flatMap(([family, kinds]) =>
    Object.keys(kinds).map((name) => [name, family as Family] as const),
  ),
);

export function isEventKind(name: string): name is EventKind {
  return familyByKind.has(name);
}

export function familyOf(kind: string): Family | undefined {
  return familyByKind.get(kind);
}

/** The full name of a kind as typed: the `Event` suffix is optional. */
export function fullKindName(name: string): string {
  return name.endsWith('Event') ? name : `${name}Event`;
}

/** The kind without its suffix: as in `event_type` and on screens. */
export function shortKindName(kind: string): string {
  return kind.endsWith('Event') ? kind.slice(0, -'Event'.length) : kind;
}

const payloadSchemas = eventKinds as unknown as Record<string, { payload: z.ZodMiniType }>;

/** Decodes a payload by its kind's row; undefined when the kind is unknown or the payload does not fit its fields. */
export function decodePayload(kind: string, payload: unknown): Record<string, unknown> | undefined {
  if (!isEventKind(kind)) return undefined;
  const result = payloadSchemas[kind]?.payload.safeParse(payload);
  return result?.success === true ? (result.data as Record<string, unknown>) : undefined;
}
