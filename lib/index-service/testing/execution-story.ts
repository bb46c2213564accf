// The events of one execution for tests, named by its name: each function is one line, so that a test chooses what happened.
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { event, id } from './recorded-events';

export function plain(vertex: string) {
  return { variant: 'Plain', vertex: { name: vertex } };
}

export function iteration(vertex: string, n: number, out_of: number) {
  return { variant: 'WithIterator', vertex: { name: vertex }, iteration: n, out_of };
}

/** All ids derive from `name`; `n` keeps transactions of repeated kinds apart. */
export function executionStory(name: string) {
  const execution = id(`execution ${name}`);
  const dag = id(`dag ${name}`);
  const agent_id = id(`agent ${name}`);
  const payment_id = id(`payment ${name}`);
  const task_id = id(`task ${name}`);
  const of = { execution_id: execution, payment_id, agent_id, skill_id: 7 };
  let n = 0;
  const line = (kind: string, payload: Record<string, unknown>): EventLine =>
    event(kind, payload, { tx: `${name} ${kind} ${(n += 1)}`, sender: `sender of ${name}` });
  const walk = (walk_index: number, vertex: object) => ({ dag, execution, walk_index, vertex });
  return {
    execution,
    dag,
    agent_id,
    payment_id,
    task_id,
    requested: () => line('AgentSkillExecutionRequestedEvent', { ...of, interface_revision: 3 }),
    dispatched: () =>
      line('OccurrenceDispatchedEvent', {
        task_id,
        occurrence_id: 1,
        execution_id: execution,
        dispatched_at_ms: 1_760_000_000_000,
      }),
    request: (walk_index: number, vertex: object) =>
      line('RequestWalkExecutionEvent', {
        dag,
        execution,
        invocation: id(`invocation ${name}`),
        invoker: id(`invoker ${name}`),
        walk_index,
        next_vertex: vertex,
        evaluations: id('evaluations'),
        agent_id,
        skill_id: 7,
        interface_version: 3,
        task_id,
        occurrence_id: 1,
      }),
    committed: (walk_index: number, vertex: object) =>
      line('CommittedToolResultEvent', {
        ...walk(walk_index, vertex),
        leader: id('leader'),
        has_primary_failure_evidence: false,
        has_secondary_failure_evidence: true,
      }),
    advanced: (walk_index: number, vertex: object, ports: object = {}) =>
      line('WalkAdvancedEvent', {
        ...walk(walk_index, vertex),
        variant: { name: 'ok' },
        variant_ports_to_data: ports,
      }),
    ended: (walk_index: number, vertex: object, ports: object = {}) =>
      line('EndStateReachedEvent', {
        ...walk(walk_index, vertex),
        variant: { name: 'done' },
        variant_ports_to_data: ports,
      }),
    failed: (walk_index: number, vertex: object) =>
      line('WalkFailedEvent', { ...walk(walk_index, vertex), reason: 'out of luck' }),
    errEval: (walk_index: number, vertex: object, failure_class: string, reason: string) =>
      line('TerminalErrEvalRecordedEvent', {
        ...walk(walk_index, vertex),
        leader: id('leader'),
        failure_class: { variant: failure_class },
        outcome: null,
        reason,
        err_eval_hash: [1, 255],
        duplicate: false,
      }),
    aborted: (walk_index: number, vertex: object) => line('WalkAbortedEvent', walk(walk_index, vertex)),
    cancelled: (walk_index: number, vertex: object) => line('WalkCancelledEvent', walk(walk_index, vertex)),
    missed: (walk_index: number, vertex: object) =>
      line('SubmissionFailureEvidenceRecordedEvent', {
        ...walk(walk_index, vertex),
        failed_leader: id('leader'),
        winning_leader: null,
        reason: 'late',
        err_eval_hash: [1, 255],
      }),
    finished: (failed: boolean, succeeded: boolean, aborted: boolean) =>
      line('ExecutionFinishedEvent', {
        dag,
        execution,
        has_any_walk_failed: failed,
        has_any_walk_succeeded: succeeded,
        was_aborted: aborted,
      }),
    paid: (source_kind: object, max_budget_mist: bigint | number = 1000) =>
      line('AgentSkillPaymentCreatedEvent', {
        ...of,
        interface_revision: 3,
        payment_policy: { variant: 'UserFunded' },
        source_kind,
        max_budget_mist,
        gas_budget_mist: 900,
        priority_fee_reserve_mist: 100,
        locked_budget_mist: 50,
        priority_fee_percentage: 10,
      }),
    consumed: (amount: number, consumed_total: number) =>
      line('GasPaymentConsumedEvent', { ...of, interface_revision: 3, amount, consumed_total }),
    refilled: (refill_amount: bigint | number) =>
      line('ExecutionPaymentRefilledEvent', {
        execution_id: execution,
        payment_id,
        source: id('donor'),
        refill_amount,
      }),
    insufficient: (required_shortfall: number) =>
      line('ExecutionPaymentInsufficientSettlementEvent', { execution, walk_index: 2, required_shortfall }),
    fees: (amounts: { gas_fee_mist?: number; tool_fee_mist?: number } = {}) =>
      line('ExecutionPaymentFeesRecordedEvent', {
        ...of,
        gas_fee_mist: 5,
        tool_fee_mist: 6,
        priority_fee_mist: 7,
        priority_fee_percentage: 10,
        ...amounts,
      }),
    toolCost: (cost: bigint | number) =>
      line('ExecutionPaymentToolCostSnapshottedEvent', {
        execution_id: execution,
        payment_id,
        agent_id,
        tool_fqn: 'xyz.example.add@1',
        cost,
      }),
    settled: (amount: bigint | number, was_refunded = false) =>
      line('InvocationSettledEvent', {
        execution,
        vertex: plain('a'),
        tool: id('tool'),
        tool_fqn: 'xyz.example.add@1',
        cashier: id('cashier'),
        invocation: id(`invocation ${name}`),
        beneficiary: { variant: 'AgentFunded', agent_id },
        policy: 'fixed_price',
        sources: [],
        amount,
        was_refunded,
      }),
    accomplished: () => line('ExecutionAccomplishedEvent', { ...of, interface_revision: 3 }),
    refunded: () =>
      line('ExecutionRefundedEvent', { ...of, interface_revision: 3, refund_reason: 'aborted' }),
  };
}
