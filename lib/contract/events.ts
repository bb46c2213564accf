// Event records (spec 2.17) and the parameters of history and stream (spec 6.1, 6.2). One unknown name fails the whole `kinds` list.
// `payload` stays undecoded, so that an event of a later release cannot fail a page.
import * as z from 'zod/mini';
import { decodePayload, fullKindName, isEventKind, type EventKind } from './event-kinds/catalogue';
import { executionStatuses } from './executions';
import { hexId, int64, record, timestamp, unspecified } from './record';
import { isJsonObject } from '@/lib/json/exact-number';
import {
  digestParam,
  enumParam,
  idParam,
  INT64_MAX,
  integerParam,
  nameParam,
  openEnumsParam,
  paging,
  timeParam,
} from './query-params';

const frameFields = {
  id: int64,
  kind: z.string(),
  tx_digest: z.string(),
  sender_address: hexId,
  payload: z.optional(z.unknown()),
};

/** The decoded event under another name than ours, which the specification does not show: the object that decodes, or the only one. */
function payloadOf(event: Record<string, unknown>, kind: string): unknown {
  const objects = Object.entries(event)
    .filter(([name]) => !Object.hasOwn(frameFields, name))
    .map(([, value]) => value)
    .filter(isJsonObject);
  const decoded = objects.find((value) => decodePayload(kind, value) !== undefined);
  return decoded ?? (objects.length === 1 ? objects[0] : undefined);
}

const takePayload = <Event extends { kind: string; payload?: unknown }>(event: Event): Event =>
  event.payload === undefined ? { ...event, payload: payloadOf(event, event.kind) } : event;

/** What a stream frame carries: no timestamp. */
export const eventFrame = record(frameFields).check(z.overwrite(takePayload));

/** An item of GET /events: the frame's fields and the checkpoint time, null while the log does not know it. */
export const eventRecord = record({
  ...frameFields,
  onchain_at: unspecified(timestamp),
  /** Payload of the event that set the same policy before; absent where there is none. Beyond the specification. */
  previous: z.optional(z.unknown()),
}).check(z.overwrite(takePayload));

export type EventFrame = z.output<typeof eventFrame>;
export type EventRecord = z.output<typeof eventRecord>;

/** The names of a list as typed, blanks dropped. */
export function splitKinds(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Canonical form of a set of kinds: full names, sorted, no doubles. Unknown names are returned apart. */
export function canonicalKinds(text: string): { kinds: EventKind[]; unknown: string[] } {
  const kinds = new Set<EventKind>();
  const unknown: string[] = [];
  for (const name of splitKinds(text)) {
    const full = fullKindName(name);
    if (isEventKind(full)) kinds.add(full);
    else unknown.push(name);
  }
  return { kinds: [...kinds].sort(), unknown };
}

/** Longer than every current name written out twice: a longer list is an attack or a mistake. */
export const MAX_KINDS_LENGTH = 12_000;

export const kindsParam = z
  .pipe(
    z.string().check(z.maxLength(MAX_KINDS_LENGTH, 'is too long')),
    z.transform((text, context) => {
      const { kinds, unknown } = canonicalKinds(text);
      const first = unknown[0];
      if (first !== undefined) {
        const message = `unknown event kind ${JSON.stringify(first.slice(0, 80))}`;
        context.issues.push({ code: 'custom', message, input: text });
        return z.NEVER;
      }
      return kinds;
    }),
  )
  .check(z.meta({ control: 'kinds' }));

/** What a leader did with a turn. A lost race is a missed turn that another leader took, and so won. */
export const leaderTurns = ['committed', 'missed', 'lost', 'won'] as const;
/** How a visit of a vertex ended. */
export const callOutcomes = ['succeeded', 'failed', 'cancelled', 'unfinished'] as const;

/** Events that record what leaders did. */
const ofLeaders = {
  /** With `call`, the leader that committed the result of the visit. */
  leader_cap_id: z.optional(idParam),
  turn: z.optional(enumParam(leaderTurns)),
  missed_reason: z.optional(nameParam),
  /** Of the vertex that the turn was about. */
  missed_tool_fqn: z.optional(nameParam),
  /** Of a deposit or a claim of stake. */
  staker: z.optional(idParam),
};
/** The events that ended its occurrences. */
const ofTask = { task_object_id: z.optional(idParam) };
/** For each visit of a vertex that matches, the event that ended it; of an unfinished one its latest request. */
const ofCalls = {
  call: z.optional(openEnumsParam(callOutcomes)),
  tool_fqn: z.optional(nameParam),
  vertex_name: z.optional(nameParam),
  dag_object_id: z.optional(idParam),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  status: z.optional(openEnumsParam(executionStatuses)),
  invoker: z.optional(idParam),
  /** When the execution was started on chain, both inclusive. */
  started_after: z.optional(timeParam),
  started_before: z.optional(timeParam),
};

export const eventFilters = z.object({
  kinds: z.optional(kindsParam),
  sender: z.optional(idParam),
  tx_digest: z.optional(digestParam),
  /** The time bounds of events apply to onchain_at. */
  created_after: z.optional(timeParam),
  created_before: z.optional(timeParam),
  ...ofLeaders,
  ...ofTask,
  ...ofCalls,
  ...paging,
});

const EVENT_ID = /^\d{1,19}$/;

/** A stream cursor: an id of the event log. One beyond its end means the end, also one that no id can reach. */
export const cursorParam = z
  .pipe(
    z.string().check(z.regex(/^\d{1,100}$/, 'must be an event id')),
    z.transform((text) => (BigInt(text) < INT64_MAX ? BigInt(text) : INT64_MAX)),
  )
  .check(z.meta({ control: 'cursor' }));

export const streamParams = z.object({
  kinds: z.optional(kindsParam),
  last_event_id: z.optional(cursorParam),
});

/** Whether the id of a frame is one of an event. */
export function isEventId(text: string): boolean {
  return EVENT_ID.test(text);
}
