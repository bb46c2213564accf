// The sentence of every event kind, family by family.
// Invariant: the compiler checks that every kind has one; undecodable payloads are reported as such.
import {
  decodePayload,
  isEventKind,
  shortKindName,
  type EventKind,
  type PayloadOf,
} from '@/lib/contract/event-kinds/catalogue';
import {
  address,
  agent,
  amount,
  at,
  dag,
  duration,
  execution,
  fqn,
  inWords,
  leader,
  object,
  payment,
  say,
  sui,
  task,
  time,
  us,
  vertex,
  type Part,
} from './sentence-parts';
import { formatBaseUnits } from './amount';

type Source = PayloadOf<'AgentSkillPaymentCreatedEvent'>['source_kind'];

const funder = (source: Source): Part =>
  source.variant === 'UserFunded' ? address(source.user) : agent(source.agent_id);

const runs = ({
  dag_binding: binding,
}: PayloadOf<'SkillRegisteredEvent' | 'SkillContractRevisionedEvent'>): Part[] =>
  binding.variant === 'Pinned' ? say`runs ${dag(binding.dag_id)}` : say`runs the DAG chosen with each task`;

const finalStates = { Pending: 'still pending', Accomplished: 'accomplished', Refunded: 'refunded' } as const;

function outcome(it: PayloadOf<'ExecutionFinishedEvent'>): string {
  if (it.was_aborted) return 'aborted';
  if (!it.has_any_walk_failed) return 'succeeded';
  return it.has_any_walk_succeeded ? 'some walks failed' : 'failed';
}

function decision({ decision: it }: PayloadOf<'ToolVerificationResolvedEvent'>): string {
  if (it.variant === 'Accept') return 'accepted';
  return it.reason === null ? 'rejected' : `rejected (${it.reason})`;
}

/** The module of a policy's type name: `0x…::fixed_price::Policy` reads `fixed price`. */
function policyName(policy: string): string {
  const [, module] = policy.split('::');
  return module === undefined ? policy : module.replaceAll('_', ' ');
}

/** `set to 3 days`, or `changed from 2 days to 3 days`. */
function setTo<Payload>(value: (it: Payload) => Part | string, it: Payload, before?: Payload): Part[] {
  if (before === undefined) return say`set to ${value(it)}`;
  return say`changed from ${value(before)} to ${value(it)}`;
}

function priceBefore(before: bigint | undefined, now: bigint): Part[] {
  return before === undefined || before === now ? [] : say`, before at ${amount(before)}`;
}

type Requirements = PayloadOf<'SkillContractRevisionedEvent'>['requirements'];

function payer({ payment_policy: policy }: Requirements): string {
  if (policy === null) return 'not stated';
  return policy.variant === 'UserFunded'
    ? 'the caller'
    : `the agent up to ${formatBaseUnits(policy.max_budget_mist)} SUI`;
}

function schedule({ schedule_policy: policy }: Requirements): string {
  if (policy === null) return 'not stated';
  return policy.variant === 'Once' ? 'once' : `every ${duration(policy.min_interval_ms)} or more`;
}

const SKILL_POLICIES = { 'funded by': payer, run: schedule };

/** What a revision of a skill changed in its policies. */
function revised(it: Requirements, before?: Requirements): Part[] {
  return Object.entries(SKILL_POLICIES).flatMap(([what, read]) =>
    before === undefined || read(it) === read(before)
      ? []
      : say`; now ${what} ${read(it)}, before ${read(before)}`,
  );
}

/** `before`: the payload that set the same policy before, where the index gives it. */
const sentences: {
  readonly [Kind in EventKind]: (payload: PayloadOf<Kind>, before?: PayloadOf<Kind>) => Part[];
} = {
  DAGCreatedEvent: (it) => say`DAG ${dag(it.dag)} created`,
  DAGVertexAddedEvent: (it) =>
    say`vertex ${vertex(it.vertex.name)} added to ${dag(it.dag)}, runs ${fqn(it.kind.tool_fqn)}`,
  DAGEntryVertexInputPortAddedEvent: (it) =>
    say`entry port added to ${dag(it.dag)}: ${vertex(it.vertex.name)}.${it.entry_port.name}, entry group ${it.entry_group.name}`,
  DAGEdgeAddedEvent: (it) =>
    say`${inWords(it.edge.kind.variant)} edge added to ${dag(it.dag)}: ${vertex(it.from_vertex.name)}.${it.edge.from.variant.name}.${it.edge.from.port.name} to ${vertex(it.edge.to.vertex.name)}.${it.edge.to.port.name}`,
  DAGDefaultValueAddedEvent: (it) =>
    say`default value added to ${dag(it.dag)}: ${vertex(it.vertex.name)}.${it.port.name}`,
  DAGOutputAddedEvent: (it) =>
    say`output added to ${dag(it.dag)}: ${vertex(it.vertex.name)}.${it.output.variant.name}.${it.output.port.name}`,
  DAGFinalizedEvent: (it) => say`DAG ${dag(it.dag)} finalized, ready to run`,

  AgentSkillExecutionRequestedEvent: (it) =>
    say`execution ${execution(it.execution_id)} requested: skill ${it.skill_id} of ${agent(it.agent_id)}, paid from ${payment(it.payment_id)}`,
  AgentVertexAuthorizationRequiredEvent: (it) =>
    it.agent_id === null
      ? say`${at(it.vertex)} of ${execution(it.execution)} needs an agent's authorization for ${fqn(it.tool_fqn)}`
      : say`${at(it.vertex)} of ${execution(it.execution)} needs authorization from ${agent(it.agent_id)} for ${fqn(it.tool_fqn)}`,
  InvocationAuthorizationRequiredEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)} is waiting for an invocation, walk ${it.walk_index}`,
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
    say`walk ${it.walk_index} of ${execution(it.execution)} will abort at ${at(it.vertex)} once the other walks settle`,
  WalkAbortedEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} aborted at ${at(it.vertex)}`,
  WalkCancelledEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} cancelled at ${at(it.vertex)}: another walk was aborted`,
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
  ExecutionFinishedEvent: (it) => say`execution ${execution(it.execution)} finished: ${outcome(it)}`,

  ExternalVerifierRegisteredEvent: (it) =>
    say`external verifier ${it.method.module_name}::${it.method.function_name} registered for tool ${object(it.tool)}`,
  ToolVerificationResolvedEvent: (it) =>
    say`result of ${at(it.vertex)} of ${execution(it.execution)} ${decision(it)}, ${it.verifier_kind.variant === 'None' ? 'no verifier' : `verifier: ${inWords(it.verifier_kind.variant)}`}, leader ${leader(it.leader_cap_id)}`,

  ToolRegistryCreatedEvent: (it) => say`tool registry ${object(it.registry)} created`,
  ToolRegisteredEvent: (it) => say`${fqn(it.fqn)} registered`,
  ToolUnregisteredEvent: (it) => say`${fqn(it.fqn)} unregistered`,
  ToolUpdatedEvent: (it) => say`${fqn(it.fqn)} updated by its owner`,
  ToolSlashedEvent: (it) => say`${fqn(it.fqn)}: collateral slashed by ${us(it.amount)}`,
  ToolVerificationStatusChangedEvent: (it) =>
    say`${fqn(it.fqn)} is ${it.verified ? 'now verified' : 'no longer verified'}`,

  PolicyAddedEvent: (it) => say`cashier ${object(it.cashier)} now accepts ${policyName(it.policy)}`,
  PolicyRemovedEvent: (it) => say`cashier ${object(it.cashier)} no longer accepts ${policyName(it.policy)}`,
  CashierDepositCreatedEvent: (it) => say`${sui(it.amount)} deposited at cashier ${object(it.cashier)}`,
  CreditsCreatedEvent: (it) =>
    say`${funder(it.beneficiary)} received ${it.remaining} credits for tool ${object(it.tool)}`,
  CreditOfferChangedEvent: (it, before) =>
    it.issuance_enabled
      ? say`cashier ${object(it.cashier)} sells ${it.minimum_credits} to ${it.maximum_credits} credits at ${amount(it.price_per_credit)} each${priceBefore(before?.price_per_credit, it.price_per_credit)}`
      : say`cashier ${object(it.cashier)} stopped selling credits`,
  TimePassCreatedEvent: (it) =>
    say`${funder(it.beneficiary)} received a time pass for tool ${object(it.tool)}, valid ${time(it.valid_from_ms)} to ${time(it.valid_until_ms)}`,
  TimePassOfferChangedEvent: (it, before) =>
    it.issuance_enabled
      ? say`cashier ${object(it.cashier)} sells time passes of ${duration(it.minimum_duration_ms)} to ${duration(it.maximum_duration_ms)} at ${amount(it.price_per_ms)} per millisecond${priceBefore(before?.price_per_ms, it.price_per_ms)}`
      : say`cashier ${object(it.cashier)} stopped selling time passes`,
  InvocationLockedEvent: (it) =>
    say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} locked for ${fqn(it.tool_fqn)}, ${policyName(it.policy)}`,
  InvocationSettledEvent: (it) =>
    it.was_refunded
      ? say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} released, ${fqn(it.tool_fqn)} not paid`
      : say`${at(it.vertex)} of ${execution(it.execution)}: ${amount(it.amount)} paid to ${fqn(it.tool_fqn)}`,

  ExecutionPaymentRefilledEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} refilled by ${amount(it.refill_amount)} from ${address(it.source)}`,
  ExecutionPaymentInsufficientSettlementEvent: (it) =>
    say`walk ${it.walk_index} of ${execution(it.execution)} cannot settle: ${amount(it.required_shortfall)} missing`,
  AgentSkillPaymentCreatedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of at most ${sui(it.max_budget_mist)} created for ${execution(it.execution_id)}, funded by ${funder(it.source_kind)}`,
  GasPaymentConsumedEvent: (it) =>
    say`${amount(it.amount)} of gas paid from ${payment(it.payment_id)}, ${amount(it.consumed_total)} so far`,
  ExecutionPaymentFeesRecordedEvent: (it) =>
    say`fees of ${execution(it.execution_id)} so far: gas ${sui(it.gas_fee_mist)}, tools ${sui(it.tool_fee_mist)}, priority ${sui(it.priority_fee_mist)}`,
  ExecutionPaymentToolCostSnapshottedEvent: (it) =>
    say`price of ${fqn(it.tool_fqn)} fixed at ${amount(it.cost)} for ${execution(it.execution_id)}`,
  ExecutionAccomplishedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} accomplished, remainder refunded`,
  ExecutionRefundedEvent: (it) =>
    say`payment ${payment(it.payment_id)} of ${execution(it.execution_id)} refunded: ${it.refund_reason}`,
  TaskPaymentReserveRefilledEvent: (it) =>
    say`reserve of ${task(it.task_id)} refilled by ${sui(it.refill_amount)}, holds ${sui(it.remaining_funds)}`,
  TaskPaymentReserveCanceledEvent: (it) =>
    say`reserve of ${task(it.task_id)} closed, ${sui(it.refunded_amount)} refunded to ${funder(it.source_kind)}`,
  TaskExecutionPaymentCreatedEvent: (it) =>
    say`${sui(it.budget)} taken from the reserve of ${task(it.task_id)} for occurrence ${it.occurrence_id}, ${execution(it.execution_id)}`,
  TaskExecutionPaymentFinalizedEvent: (it) =>
    say`payment of occurrence ${it.occurrence_id} of ${task(it.task_id)} ${finalStates[it.final_state.variant]}, reserve holds ${sui(it.remaining_funds)}`,

  PriorityFeeDepositCreatedEvent: (it) =>
    say`priority fee of ${sui(it.amount)} reserved for ${leader(it.leader_cap_id)}`,
  PriorityFeeSharesCollectedEvent: (it) =>
    say`${it.deposit_count} priority fee deposits collected into ${it.total_share_delta} shares of ${it.changes.length.toString()} leaders`,
  PriorityFeeSwapEvent: (it) =>
    it.us_refunded === 0n
      ? say`${sui(it.sui_out)} of priority fees swapped for ${us(it.us_in)}`
      : say`${sui(it.sui_out)} of priority fees swapped for ${us(it.us_in)}, ${us(it.us_refunded)} returned`,
  PriorityFeeWithdrawnEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} withdrew ${us(it.us_out)} of priority fees, redeeming ${it.share_to_withdraw} shares`,
  PriorityFeeVaultConfiguredEvent: (it, before) =>
    say`price of a million MIST at priority fee vault ${object(it.vault)} ${setTo((of) => us(of.exchange_rate_million_mists_us), it, before)}`,

  FoundingLeaderCapCreatedEvent: (it) =>
    say`founding cap ${leader(it.leader_cap)} created in network ${object(it.network)}`,
  LeaderCapIssuedEvent: (it) => say`cap ${leader(it.leader_cap_id)} issued to ${address(it.leader)}`,
  LeaderClaimedEvent: (it) => say`leader ${leader(it.leader_cap_id)} became active`,

  LeaderRegistryCreatedEvent: (it) => say`leader registry ${object(it.registry)} created`,
  LeaderUpsertedEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} registered as ${it.status.variant.toLowerCase()}`,
  LeaderStatusChangedEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} changed from ${it.old_status.variant.toLowerCase()} to ${it.new_status.variant.toLowerCase()}`,
  LeaderSuspensionSkippedEvent: (it) =>
    say`suspension of ${leader(it.leader_cap_id)} refused: the claim token did not match`,
  UnbondingDurationUpdatedEvent: (it, before) =>
    say`unbonding period ${setTo((of) => duration(of.unbonding_duration_ms), it, before)}`,
  MinStakeUsUpdatedEvent: (it, before) =>
    say`minimum leader stake ${setTo((of) => us(of.min_stake_us), it, before)}`,
  MaxTransactionBudgetUpdatedEvent: (it, before) =>
    say`maximum transaction budget ${setTo((of) => amount(of.max_transaction_budget), it, before)}`,
  StakeDepositedEvent: (it) =>
    say`${address(it.staker)} staked ${us(it.amount)} on ${leader(it.leader_cap_id)}, pool ${us(it.pool_total)}`,
  UnstakeRequestedEvent: (it) =>
    say`${address(it.staker)} requested to unstake ${it.shares} shares from ${leader(it.leader_cap_id)}, unlocks at ${time(it.unlock_at_ms)}`,
  UnstakeClaimedEvent: (it) =>
    say`${address(it.staker)} withdrew ${us(it.amount)} from ${leader(it.leader_cap_id)}`,
  StakeSlashedEvent: (it) => say`stake of ${leader(it.leader_cap_id)} slashed by ${us(it.amount)}`,

  NetworkAuthCreatedEvent: (it) => say`key registry ${object(it.registry)} created`,
  KeyBindingCreatedEvent: (it) =>
    it.identity.variant === 'Leader'
      ? say`key binding ${object(it.binding)} created for ${leader(it.identity.leader_cap_id)}`
      : say`key binding ${object(it.binding)} created for tool ${object(it.identity.tool_id)}`,
  KeyRegisteredEvent: (it) => say`key ${it.key_id} registered in binding ${object(it.binding)}`,
  KeyRevokedEvent: (it) => say`key ${it.key_id} of binding ${object(it.binding)} revoked`,
  ActiveKeyUpdatedEvent: (it) =>
    it.active_key_id === null
      ? say`binding ${object(it.binding)} no longer has an active key`
      : say`key ${it.active_key_id} of binding ${object(it.binding)} activated`,

  TaskCreatedEvent: (it) =>
    say`task ${task(it.task_id)} created for skill ${it.skill_id} of ${agent(it.agent_id)}, controlled by ${
      it.controller.variant === 'Address' ? address(it.controller.address) : agent(it.controller.agent_id)
    }`,
  TaskPausedEvent: (it) => say`task ${task(it.task_id)} paused`,
  TaskResumedEvent: (it) => say`task ${task(it.task_id)} resumed`,
  TaskCanceledEvent: (it) => say`task ${task(it.task_id)} cancelled`,
  TaskRejectedEvent: (it) => say`task ${task(it.task_id)} rejected: ${inWords(it.reason.variant)}`,
  TaskClosedEvent: (it) => say`task ${task(it.task_id)} closed`,
  OccurrenceScheduledEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} scheduled for ${time(it.start_time_ms)}${
      it.source.variant === 'Recurring' ? `, recurrence ${it.source.iteration}` : ''
    }`,
  OccurrenceAdvertisedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} offered to leaders, priority fee ${it.priority_fee_percentage} %`,
  OccurrenceWithdrawnEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} withdrawn: ${inWords(it.reason.variant)}`,
  OccurrenceMissedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} missed its deadline`,
  OccurrenceDispatchedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} dispatched as ${execution(it.execution_id)}`,
  OccurrenceSettledEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} settled, ${execution(it.execution_id)} ${
      it.succeeded ? 'succeeded' : 'did not succeed'
    }`,

  AgentCreatedEvent: (it) => say`agent ${agent(it.agent_id)} created with vault ${object(it.vault_id)}`,
  SkillRegisteredEvent: (it) => say`skill ${it.skill_id} of ${agent(it.agent_id)} registered, ${runs(it)}`,
  SkillContractRevisionedEvent: (it, before) =>
    say`skill ${it.skill_id} of ${agent(it.agent_id)} is now at revision ${it.current_interface_revision}, ${runs(it)}${revised(it.requirements, before?.requirements)}`,
  DefaultDagExecutorUpdatedEvent: (it) =>
    say`skill ${it.skill_id} of ${agent(it.agent_id)} can now run any DAG`,
};

/** The sentence of an event as it came: the payloads are decoded here, in whatever spelling. */
export function eventSentence(kind: string, payload: unknown, previous?: unknown): Part[] {
  const decoded = decodePayload(kind, payload);
  if (!isEventKind(kind)) return say`${inWords(shortKindName(kind))}: unknown event kind`;
  if (decoded === undefined) return say`${inWords(shortKindName(kind))}: payload could not be decoded`;
  const build = sentences[kind] as (payload: object, before: object | undefined) => Part[];
  return build(decoded, previous === undefined ? undefined : decodePayload(kind, previous));
}
