// What the event history adds to an execution's listings: chain time, iteration counts, assigned leaders, failure classes.
// Invariant: pure; events of other executions and payloads that do not decode are ignored.
import { isSameId } from '@/lib/contract/ids';
import { decodePayload, type EventKind, type PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import { endStatus, type Execution } from '@/lib/contract/executions';
import { visitPlace } from './walks';

export interface Failing {
  id: bigint;
  failure_class: string;
  outcome: string | null;
  duplicate: boolean;
  err_eval_hash: string;
}

export interface Settlement {
  tx_digest: string;
  vertex: string;
  /** In the unit of the tool's price. */
  amount: bigint;
  was_refunded: boolean;
}

export interface History {
  /** Chain time in ms, by transaction. */
  times: Map<string, number>;
  /** Number of iterations, by vertex and iteration (`placeKey`). */
  out_of: Map<string, bigint>;
  /** Caps of the assigned leaders in order, by walk, vertex and iteration (`visitPlace`). */
  leaders: Map<string, string[]>;
  /** When a leader must have submitted, in ms, by the same key. */
  deadlines: Map<string, number>;
  /** Classified failures, by the same key. */
  failings: Map<string, Failing[]>;
  /** Tool fee locks that were paid out or refunded, oldest first. */
  settlements: Settlement[];
  /** Events of this execution, oldest first. */
  events: EventRecord[];
}

type Runtime = PayloadOf<'WalkAdvancedEvent'>['vertex'];

export function placeKey(vertex: string, iteration: bigint | null): string {
  return JSON.stringify([vertex, String(iteration)]);
}

function iterationOf(vertex: Runtime): bigint | null {
  return vertex.variant === 'Plain' ? null : vertex.iteration;
}

/** Whether an event's payload belongs to the execution. */
export function isOfExecution(payload: unknown, id: string): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  const { execution, execution_id } = payload as Record<string, unknown>;
  return [execution, execution_id].some((value) => typeof value === 'string' && isSameId(value, id));
}

function decoded<Kind extends EventKind>(event: EventRecord, kind: Kind): PayloadOf<Kind> | null {
  if (event.kind !== kind) return null;
  return (decodePayload(kind, event.payload) as PayloadOf<Kind> | undefined) ?? null;
}

/** The events of an execution, oldest first. */
export function eventsOf(records: readonly EventRecord[], execution_object_id: string): EventRecord[] {
  return records
    .filter(({ payload }) => isOfExecution(payload, execution_object_id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function readHistory(records: readonly EventRecord[], execution_object_id: string): History {
  const events = eventsOf(records, execution_object_id);
  const history: History = {
    times: new Map(),
    out_of: new Map(),
    leaders: new Map(),
    deadlines: new Map(),
    failings: new Map(),
    settlements: [],
    events,
  };
  for (const event of events) {
    const at = event.onchain_at === null ? Number.NaN : Date.parse(event.onchain_at);
    if (!Number.isNaN(at)) history.times.set(event.tx_digest, at);
    const required = decoded(event, 'InvocationAuthorizationRequiredEvent');
    if (required) {
      const iteration = iterationOf(required.vertex);
      const name = required.vertex.vertex.name;
      if (required.vertex.variant === 'WithIterator' && required.vertex.out_of !== null)
        history.out_of.set(placeKey(name, iteration), required.vertex.out_of);
      if (required.distribution)
        history.leaders.set(visitPlace(required.walk_index, name, iteration), required.distribution.leaders);
    }
    const requested = decoded(event, 'RequestWalkExecutionEvent');
    const request = required ?? requested;
    const vertex = required?.vertex ?? requested?.next_vertex;
    const deadline = request?.distribution?.deadline_ms ?? null;
    if (request && vertex && deadline !== null) {
      const place = visitPlace(request.walk_index, vertex.vertex.name, iterationOf(vertex));
      history.deadlines.set(place, Number(deadline));
    }
    const paid = decoded(event, 'InvocationSettledEvent');
    if (paid) {
      const { vertex, amount, was_refunded } = paid;
      const { tx_digest } = event;
      history.settlements.push({ tx_digest, vertex: vertex.vertex.name, amount, was_refunded });
    }
    const failing = decoded(event, 'TerminalErrEvalRecordedEvent');
    if (failing) {
      const place = visitPlace(failing.walk_index, failing.vertex.vertex.name, iterationOf(failing.vertex));
      const failure: Failing = {
        id: event.id,
        failure_class: failing.failure_class.variant,
        outcome: failing.outcome?.variant ?? null,
        duplicate: failing.duplicate,
        err_eval_hash: failing.err_eval_hash,
      };
      history.failings.set(place, [...(history.failings.get(place) ?? []), failure]);
    }
  }
  return history;
}

/** A hash regardless of prefix and case. */
const plainHash = (hash: string) => hash.replace(/^0x/i, '').toLowerCase();

/** Failures with this evidence hash in other executions. */
export function sameFailure(records: readonly EventRecord[], hash: string, execution_object_id: string) {
  return records.flatMap((record) => {
    const payload =
      decoded(record, 'SubmissionFailureEvidenceRecordedEvent') ??
      decoded(record, 'TerminalErrEvalRecordedEvent');
    if (payload === null || payload.execution === execution_object_id) return [];
    if (plainHash(payload.err_eval_hash) !== plainHash(hash)) return [];
    return [{ execution: payload.execution, reason: payload.reason }];
  });
}

/** `status` is null if no event records the end: the execution is running, or its last event is missing. */
export type DerivedExecution = Pick<
  Execution,
  | 'object_id'
  | 'dag_object_id'
  | 'invoker'
  | 'agent_object_id'
  | 'skill_id'
  | 'interface_revision'
  | 'task_object_id'
  | 'payment_object_id'
  | 'has_any_walk_failed'
  | 'has_any_walk_succeeded'
  | 'was_aborted'
  | 'created_at'
  | 'updated_at'
  | 'onchain_created_at'
  | 'finished_at'
  | 'duration_ms'
  | 'gas_mist'
  | 'tool_cost_mist'
  | 'priority_fee_mist'
> & { status: string | null };

/** An execution record derived from its events, where no endpoint has one; null without a walk request. */
export function executionOf({ events }: History, object_id: string): DerivedExecution | null {
  const requests = events.flatMap((event) => decoded(event, 'RequestWalkExecutionEvent') ?? []);
  const finish = events.find((event) => decoded(event, 'ExecutionFinishedEvent') !== null);
  const end = finish && decoded(finish, 'ExecutionFinishedEvent');
  const [paid] = events.flatMap((event) => decoded(event, 'AgentSkillExecutionRequestedEvent') ?? []);
  const [request] = requests;
  const [first] = events;
  if (request === undefined || first === undefined) return null;
  const at = first.onchain_at ?? '';
  return {
    object_id,
    dag_object_id: request.dag,
    invoker: request.invoker,
    status: end ? endStatus(end) : null,
    agent_object_id: request.agent_id,
    skill_id: request.skill_id,
    interface_revision: request.interface_version,
    task_object_id: request.task_id,
    payment_object_id: paid?.payment_id ?? null,
    has_any_walk_failed: end?.has_any_walk_failed ?? null,
    has_any_walk_succeeded: end?.has_any_walk_succeeded ?? null,
    was_aborted: end?.was_aborted ?? null,
    created_at: at,
    updated_at: events.at(-1)?.onchain_at ?? at,
    onchain_created_at: first.onchain_at,
    finished_at: finish?.onchain_at ?? null,
    duration_ms: null,
    gas_mist: null,
    tool_cost_mist: null,
    priority_fee_mist: null,
  };
}
