// Failure events of an execution (spec 11.3), and the verification of off-chain results.
// Invariant: a walk aborted while others still settle is parked (pending_abort) and ends with the last of them.
import { place, type Run, type Walk } from './run-state';
import type { ToolDesign } from './tools/tool-design';
import { event, type Happening } from './transaction';

export interface Failure {
  kind: string;
  reason: string;
  twice: boolean;
}

export interface FailureEvents {
  evidence(walk: Walk, failed: string, winning: string | null, reason: string): Happening;
  verification(walk: Walk, tool: ToolDesign, leader: string, failure: Failure | null): Happening;
  terminal(walk: Walk, leader: string, reason: string, duplicate: boolean): Happening;
  submissionFailure(walk: Walk, sender: string, reason: string): Happening;
  /** Ends a walk as aborted, or parks it while a sibling has a committed result. */
  abort(walk: Walk): Happening[];
  /** The end of parked walks, once no sibling is left to settle. */
  parkedEnds(): Happening[];
}

export function failureEvents(run: Run): FailureEvents {
  const { world, design, name } = run.terms;
  const hash = (walk: Walk, reason: string) => world.hash(`${name}/${walk.index}/${walk.vertex}/${reason}`);
  const settling = (walk: Walk) => run.walks.some((other) => other !== walk && other.phase === 'committed');
  return {
    evidence: (walk, failed_leader, winning_leader, reason) =>
      event('SubmissionFailureEvidenceRecorded', {
        ...place(run, walk),
        failed_leader,
        winning_leader,
        reason,
        err_eval_hash: hash(walk, reason),
      }),
    verification: (walk, tool, leader_cap_id, failure) => {
      const rejected = failure?.kind === 'rejected';
      const verifier = rejected && tool.verifier === 'None' ? 'RegisteredKey' : tool.verifier;
      return event('ToolVerificationResolved', {
        ...place(run, walk),
        leader_cap_id,
        tool_id: world.id(`tool/${tool.fqn}`),
        verifier_kind: { variant: verifier },
        verifier_witness_id: verifier === 'None' ? null : world.id(`witness/${verifier}`),
        decision: rejected ? { variant: 'Reject', reason: failure.reason } : { variant: 'Accept' },
      });
    },
    terminal(walk, leader, reason, duplicate) {
      const handled = design.edges.some(
        ({ from }) => from.vertex === walk.vertex && from.variant === '_err_eval',
      );
      return event('TerminalErrEvalRecorded', {
        ...place(run, walk),
        leader,
        failure_class: { variant: 'TerminalToolFailure' },
        outcome: handled ? null : { variant: design.afterFailure },
        reason,
        err_eval_hash: hash(walk, reason),
        duplicate,
      });
    },
    submissionFailure: (walk, leader, reason) =>
      event('TerminalErrEvalRecorded', {
        ...place(run, walk),
        leader,
        failure_class: { variant: 'TerminalSubmissionFailure' },
        outcome: { variant: 'Terminate' },
        reason,
        err_eval_hash: hash(walk, reason),
        duplicate: false,
      }),
    abort(walk) {
      if (settling(walk)) {
        walk.phase = 'pending_abort';
        return [event('WalkPendingAbort', place(run, walk))];
      }
      walk.phase = 'ended';
      return [event('WalkAborted', place(run, walk))];
    },
    parkedEnds() {
      if (run.walks.some(({ phase }) => phase === 'committed')) return [];
      return run.walks
        .filter(({ phase }) => phase === 'pending_abort')
        .map((walk) => {
          walk.phase = 'ended';
          return event('WalkAborted', place(run, walk));
        });
    },
  };
}
