// Sentences of the execution family.
import type { executionKinds } from '@/lib/contract/event-kinds/execution';
import { address, agent, at, execution, fqn, inWords, leader, payment, say } from './part';
import type { Sentences } from './sentences';

export const executionSentences: Sentences<keyof typeof executionKinds> = {
  AgentSkillExecutionRequestedEvent: (it) =>
    say`execution ${execution(it.execution_id)} requested: skill ${it.skill_id} of ${agent(it.agent_id)}, paid from ${payment(it.payment_id)}`,
  AgentVertexAuthorizationRequiredEvent: (it) =>
    it.agent_id === null
      ? say`${at(it.vertex)} of ${execution(it.execution)} needs an agent's authorisation for ${fqn(it.tool_fqn)}`
      : say`${at(it.vertex)} of ${execution(it.execution)} needs the authorisation of ${agent(it.agent_id)} for ${fqn(it.tool_fqn)}`,
  InvocationAuthorizationRequiredEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)} waits for an invocation, walk ${it.walk_index}`,
  RequestWalkExecutionEvent: (it) =>
    say`leaders asked to run ${at(it.next_vertex)} of ${execution(it.execution)}, walk ${it.walk_index}`,
  CommittedToolResultEvent: (it) =>
    say`result of ${at(it.vertex)} of ${execution(it.execution)} committed by ${leader(it.leader)}${
      it.has_primary_failure_evidence || it.has_secondary_failure_evidence ? ', with failure evidence' : ''
    }`,
  WalkAdvancedEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)} advanced, variant ${it.variant.name}`,
  WalkFailedEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} failed at ${at(it.vertex)}: ${it.reason}`,
  WalkPendingAbortEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} will be aborted at ${at(it.vertex)} once its siblings have settled`,
  WalkAbortedEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} aborted at ${at(it.vertex)}`,
  WalkCancelledEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} cancelled at ${at(it.vertex)}, because another was aborted`,
  EndStateReachedEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)} reached an end state, variant ${it.variant.name}`,
  TerminalErrEvalRecordedEvent: (it) =>
    say`${inWords(it.failure_class.variant)} of ${at(it.vertex)} of ${execution(it.execution)} ${
      it.duplicate ? 'reported again' : 'recorded'
    } by ${address(it.leader)}${it.outcome === null ? '' : `, then ${inWords(it.outcome.variant)}`}: ${it.reason}`,
  SubmissionFailureEvidenceRecordedEvent: (it) =>
    it.winning_leader === null
      ? say`leader ${leader(it.failed_leader)} did not submit ${at(it.vertex)} of ${execution(it.execution)}: ${it.reason}`
      : say`leader ${leader(it.failed_leader)} did not submit ${at(it.vertex)} of ${execution(it.execution)}, ${address(it.winning_leader)} did: ${it.reason}`,
  ExecutionFinishedEvent: (it) =>
    say`execution ${execution(it.execution)} finished: ${
      it.was_aborted
        ? 'aborted'
        : it.has_any_walk_failed
          ? it.has_any_walk_succeeded
            ? 'some walks failed'
            : 'failed'
          : 'succeeded'
    }`,
};
