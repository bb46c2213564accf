// Failures of an execution (spec 11.3): what goes wrong, when, and the events that record it.
// Invariant: a walk aborted while others still settle is parked (pending_abort) and ends with the last of them.
import { walkFields, type Failure, type Run, type Walk } from './run-state';
import texts from './texts.json';
import type { ToolDesign } from './tools';
import { event, type ChainEvent } from './transaction';
import type { Random } from './world';

export type PlannedFailure = Pick<Failure, 'kind' | 'step'>;

/** How often an execution has each kind of failure. */
const KINDS: readonly { kind: Failure['kind']; share: number }[] = [
  { kind: 'takeover', share: 0.04 },
  { kind: 'unconfirmed', share: 0.015 },
  { kind: 'tool_failure', share: 0.075 },
  { kind: 'rejected', share: 0.02 },
  { kind: 'expired', share: 0.025 },
  { kind: 'shortfall', share: 0.04 },
];

/** Most executions have none. `planned` is one that happens for certain. */
export function drawFailure(random: Random, vertices: number, planned?: PlannedFailure): Failure | null {
  let draw = random.next();
  const kindEntry = KINDS.find(({ kind, share }) => {
    draw -= share;
    return planned === undefined ? draw < 0 : kind === planned.kind;
  });
  if (kindEntry === undefined) return null;
  return {
    kind: kindEntry.kind,
    step: planned?.step ?? random.int(0, Math.max(0, Math.min(vertices, 5) - 2)),
    reason: random.pick(texts.failure_reasons[kindEntry.kind]),
    twice: planned !== undefined || random.chance(0.3),
  };
}

const reasonOf = ({ failure }: Walk) => failure?.reason ?? '';

/** The reason of a walk's failure, and its hash. */
function reasonFields({ terms }: Run, walk: Walk) {
  const reason = reasonOf(walk);
  const { world, name } = terms;
  return { reason, err_eval_hash: world.hash(`${name}/${walk.index}/${walk.vertex}/${reason}`) };
}

export function evidence(
  run: Run,
  walk: Walk,
  failed_leader: string,
  winning_leader: string | null = null,
): ChainEvent {
  return event('SubmissionFailureEvidenceRecorded', {
    ...walkFields(run, walk),
    failed_leader,
    winning_leader,
    ...reasonFields(run, walk),
  });
}

/** The verification of an off-chain result. */
export function verification(run: Run, walk: Walk, tool: ToolDesign, leader_cap_id: string): ChainEvent {
  const { world } = run.terms;
  const rejected = walk.failure?.kind === 'rejected';
  const verifier = rejected && tool.verifier === 'None' ? 'RegisteredKey' : tool.verifier;
  return event('ToolVerificationResolved', {
    ...walkFields(run, walk),
    leader_cap_id,
    tool_id: world.id(`tool/${tool.fqn}`),
    verifier_kind: { variant: verifier },
    verifier_witness_id: verifier === 'None' ? null : world.id(`witness/${verifier}`),
    decision: rejected ? { variant: 'Reject', reason: reasonOf(walk) } : { variant: 'Accept' },
  });
}

/** Whether an edge of the design takes over when a vertex fails for good. */
export const handlesFailure = ({ terms }: Run, walk: Walk): boolean =>
  terms.design.edges.some(({ from }) => from.vertex === walk.vertex && from.variant === '_err_eval');

function terminal(
  run: Run,
  walk: Walk,
  leader: string,
  failure_class: string,
  outcome: string | null,
  duplicate: boolean,
): ChainEvent {
  return event('TerminalErrEvalRecorded', {
    ...walkFields(run, walk),
    leader,
    failure_class: { variant: failure_class },
    outcome: outcome === null ? null : { variant: outcome },
    ...reasonFields(run, walk),
    duplicate,
  });
}

export function toolFailure(run: Run, walk: Walk, leader: string, duplicate: boolean): ChainEvent {
  const outcome = handlesFailure(run, walk) ? null : run.terms.design.afterFailure;
  return terminal(run, walk, leader, 'TerminalToolFailure', outcome, duplicate);
}

export const submissionFailure = (run: Run, walk: Walk, leader: string): ChainEvent =>
  terminal(run, walk, leader, 'TerminalSubmissionFailure', 'Terminate', false);

/** Ends a walk whose failure no edge handles; whether the others continue is up to the design. */
export function endFailed(run: Run, walk: Walk): ChainEvent {
  if (run.terms.design.afterFailure === 'Terminate') {
    run.aborted = true;
    return abort(run, walk);
  }
  walk.phase = 'ended';
  run.failed = true;
  return event('WalkFailed', { ...walkFields(run, walk), reason: reasonOf(walk) });
}

function end(run: Run, walk: Walk): ChainEvent {
  walk.phase = 'ended';
  return event('WalkAborted', walkFields(run, walk));
}

/** Ends a walk as aborted, or parks it while a sibling has a committed result. */
export function abort(run: Run, walk: Walk): ChainEvent {
  if (!run.walks.some((other) => other !== walk && other.phase === 'committed')) return end(run, walk);
  walk.phase = 'pending_abort';
  return event('WalkPendingAbort', walkFields(run, walk));
}

/** The end of parked walks, once no sibling has to settle. */
export function parkedEnds(run: Run): ChainEvent[] {
  if (run.walks.some(({ phase }) => phase === 'committed')) return [];
  return run.walks.filter(({ phase }) => phase === 'pending_abort').map((walk) => end(run, walk));
}
