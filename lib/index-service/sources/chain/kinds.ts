// How the chain spells the events of the network: every kind by package and module, each field with the code of its type.
// Invariant: a struct's published fields never change, so a row holds for every version of its package.

/** A kind is its struct's name without `Event`. */
const KINDS = `
interface/dag
  DAGCreated dag:id
  DAGVertexAdded dag:id vertex:n kind:vk
  DAGEntryVertexInputPortAdded dag:id vertex:n entry_port:n entry_group:n
  DAGEdgeAdded dag:id from_vertex:n edge:Edge
  DAGDefaultValueAdded dag:id vertex:n port:n value:nd
  DAGOutputAdded dag:id vertex:n output:VariantPort
  DAGFinalized dag:id
interface/agent
  AgentCreated agent_id:id vault_id:ad
interface/payment
  AgentSkillPaymentCreated payment_id:ad execution_id:ad agent_id:id skill_id:u interface_revision:iv payment_policy:pp source_kind:src max_budget_mist:u gas_budget_mist:u priority_fee_reserve_mist:u locked_budget_mist:u priority_fee_percentage:u
  GasPaymentConsumed payment_id:ad execution_id:ad agent_id:id skill_id:u interface_revision:iv amount:u consumed_total:u
  ExecutionPaymentFeesRecorded payment_id:ad execution_id:ad agent_id:id skill_id:u gas_fee_mist:u tool_fee_mist:u priority_fee_mist:u priority_fee_percentage:u
  ExecutionPaymentToolCostSnapshotted payment_id:ad execution_id:ad agent_id:id tool_fqn:yt cost:u
  ExecutionAccomplished execution_id:ad payment_id:ad agent_id:id skill_id:u interface_revision:iv
  ExecutionRefunded execution_id:ad payment_id:ad agent_id:id skill_id:u interface_revision:iv refund_reason:yt
  TaskPaymentReserveRefilled task_id:id reserve_id:ad agent_id:id skill_id:u interface_version:iv source_kind:src refill_amount:u occurrence_budget_mist:u remaining_funds:u
  TaskPaymentReserveCanceled task_id:id reserve_id:ad agent_id:id skill_id:u interface_version:iv source_kind:src refunded_amount:u remaining_funds:u
  TaskExecutionPaymentCreated task_id:id reserve_id:ad occurrence_id:u execution_id:ad payment_id:ad agent_id:id skill_id:u interface_version:iv source_kind:src budget:u remaining_funds:u
  TaskExecutionPaymentFinalized task_id:id reserve_id:ad occurrence_id:u execution_id:ad payment_id:ad agent_id:id skill_id:u interface_version:iv final_state:fs remaining_funds:u
tool/tool_registry
  ToolRegistryCreated registry:id
  ToolRegistered tool:id fqn:s
  ToolUnregistered tool:id fqn:s
  ToolUpdated tool:id fqn:s
  ToolSlashed tool:id fqn:s amount:u
  ToolVerificationStatusChanged tool:id fqn:s verified:b
  ExternalVerifierRegistered registry:id tool:id method:mi witness:id
tool/tool_cashier
  PolicyAdded cashier:id policy:t
  PolicyRemoved cashier:id policy:t
  CashierDepositCreated cashier:id deposit:id amount:u
tool/finite_credits
  CreditsCreated tool:id cashier:id credits:id beneficiary:src remaining:u
  CreditOfferChanged cashier:id issuance_enabled:b price_per_credit:u minimum_credits:u maximum_credits:u
tool/time_pass
  TimePassCreated tool:id cashier:id pass:id beneficiary:src valid_from_ms:u valid_until_ms:u
  TimePassOfferChanged cashier:id issuance_enabled:b price_per_ms:u minimum_duration_ms:u maximum_duration_ms:u
registry/agent_registry
  SkillRegistered agent_id:id skill_id:u dag_id:ad dag_binding:db
  SkillContractRevisioned agent_id:id skill_id:u current_interface_revision:iv dag_binding:db requirements:sr
  DefaultDagExecutorUpdated agent_id:id skill_id:u
registry/leader
  LeaderCapIssued registry:id leader_cap_id:id network:id leader:ad
  LeaderClaimed registry:id leader_cap_id:id claim_token:tx
  LeaderRegistryCreated registry:id
  LeaderUpserted registry:id leader_cap_id:id status:ls
  LeaderStatusChanged registry:id leader_cap_id:id old_status:ls new_status:ls
  LeaderSuspensionSkipped registry:id leader_cap_id:id attempted:tx owner:tx
  UnbondingDurationUpdated registry:id unbonding_duration_ms:u
  MinStakeUsUpdated registry:id min_stake_us:u
  MaxTransactionBudgetUpdated registry:id max_transaction_budget:u
  StakeDeposited registry:id leader_cap_id:id staker:ad amount:u minted_shares:u total_shares:u pool_total:u at_ms:u
  UnstakeRequested registry:id leader_cap_id:id staker:ad shares:u unlock_at_ms:u
  UnstakeClaimed registry:id leader_cap_id:id staker:ad shares:u amount:u at_ms:u
  StakeSlashed registry:id leader_cap_id:id amount:u at_ms:u
registry/leader_cap
  FoundingLeaderCapCreated leader_cap:id network:id
registry/network_auth
  NetworkAuthCreated registry:id registered_key_witness:id
  KeyBindingCreated binding:id identity:ik
  KeyRegistered binding:id key_id:u scheme:u8 public_key:y added_at_ms:u
  KeyRevoked binding:id key_id:u revoked_at_ms:u
  ActiveKeyUpdated binding:id active_key_id:u?
registry/priority_fee_vault
  PriorityFeeDepositCreated vault:id deposit_id:id leader_cap_id:id amount:u
  PriorityFeeSharesCollected vault:id deposit_count:u changes:[sc] total_share_delta:u
  PriorityFeeSwap vault:id us_in:u us_refunded:u sui_out:u
  PriorityFeeWithdrawn vault:id leader_cap_id:id share_to_withdraw:u us_out:u us_refunded:u
  PriorityFeeVaultConfigured vault:id exchange_rate_million_mists_us:u
scheduler/scheduler
  TaskCreated task_id:id controller:tc agent_id:id skill_id:u
  TaskPaused task_id:id
  TaskResumed task_id:id
  TaskCanceled task_id:id
  TaskRejected task_id:id reason:rr
  TaskClosed task_id:id
  OccurrenceScheduled task_id:id occurrence_id:u start_time_ms:u deadline_ms:u? priority_fee_percentage:u source:os
  OccurrenceAdvertised task_id:id occurrence_id:u effective_start_time_ms:u deadline_ms:u? priority_fee_percentage:u
  OccurrenceWithdrawn task_id:id occurrence_id:u reason:wr
  OccurrenceMissed task_id:id occurrence_id:u missed_at_ms:u
  OccurrenceDispatched task_id:id occurrence_id:u execution_id:id dispatched_at_ms:u
  OccurrenceSettled task_id:id occurrence_id:u execution_id:id succeeded:b
workflow/execution_events
  AgentSkillExecutionRequested execution_id:ad agent_id:id skill_id:u interface_revision:iv payment_id:ad
  AgentVertexAuthorizationRequired dag:id execution:id walk_index:u vertex:rv tool_fqn:s agent_id:id? skill_id:u?
  InvocationAuthorizationRequired dag:id execution:id walk_index:u vertex:rv
  RequestWalkExecution dag:id execution:id invocation:id invoker:ad walk_index:u next_vertex:rv evaluations:id agent_id:id skill_id:u interface_version:iv task_id:id occurrence_id:u
  CommittedToolResult dag:id execution:id walk_index:u vertex:rv leader:id has_primary_failure_evidence:b has_secondary_failure_evidence:b
  ToolVerificationResolved dag:id execution:id walk_index:u vertex:rv leader_cap_id:id tool_id:id verifier_kind:vm verifier_witness_id:id? decision:vd
  WalkAdvanced dag:id execution:id walk_index:u vertex:rv variant:n variant_ports_to_data:ports
  WalkFailed dag:id execution:id walk_index:u vertex:rv reason:s
  WalkPendingAbort dag:id execution:id walk_index:u vertex:rv
  WalkAborted dag:id execution:id walk_index:u vertex:rv
  WalkCancelled dag:id execution:id walk_index:u vertex:rv
  EndStateReached dag:id execution:id walk_index:u vertex:rv variant:n variant_ports_to_data:ports
  TerminalErrEvalRecorded dag:id execution:id walk_index:u vertex:rv leader:ad failure_class:fc outcome:pa? reason:s err_eval_hash:y duplicate:b
  SubmissionFailureEvidenceRecorded dag:id execution:id walk_index:u vertex:rv failed_leader:ad winning_leader:ad? reason:s err_eval_hash:y
  ExecutionFinished dag:id execution:id has_any_walk_failed:b has_any_walk_succeeded:b was_aborted:b
  ExecutionPaymentRefilled execution_id:ad payment_id:ad source:ad refill_amount:u
  ExecutionPaymentInsufficientSettlement execution:id walk_index:u required_shortfall:u
workflow/invocation_adapter
  InvocationLocked execution:id vertex:rv tool:id tool_fqn:s cashier:id invocation:id beneficiary:src policy:t sources:[id] amount:u
  InvocationSettled execution:id vertex:rv tool:id tool_fqn:s cashier:id invocation:id beneficiary:src policy:t sources:[id] amount:u was_refunded:b`;

/** Structs that events and tools hold. */
const STRUCTS = `
VertexPort vertex:n port:n
VariantPort variant:n port:n
Edge from:VariantPort to:VertexPort kind:ek
mi tool_id:id package_id:id module_name:s function_name:s
fixed_tool tool_registry_id:id tool_fqn:s
sr input_commitment:y payment_policy:pp schedule_policy:sp fixed_tools:[fixed_tool]
sc leader_cap_id:id share_delta:u
port port_name:yt is_many:b value_kind:pk
schema input_ports:[port] output_variants:[variant]
variant variant_name:yt ports:[port]
distribution deadline_ms:u requested_at_ms:u task_id:id leaders:[id]`;

/** Enums that these hold. Fields of a variant in parentheses have no names on chain. `…`: later releases may add variants. */
const ENUMS = `
rv WithIterator vertex:n iteration:u out_of:u? | Plain vertex:n
vk OnChain tool_fqn:s | OffChain tool_fqn:s
ek Normal | ForEach | Collect | DoWhile | Break | Static
src UserFunded user:ad | AgentFunded agent_id:id
pp UserFunded | AgentFunded max_budget_mist:u
fs Pending | Accomplished | Refunded
db Pinned dag_id:ad | RuntimeSelected
sp Once | Recurring min_interval_ms:u max_occurrences:u?
tc Address (address:ad) | Agent (agent_id:id)
rr UnsupportedWorkAdmission | StaleSkillContract | MutableDAG
wr RecurrenceReplaced | RecurrenceCleared | TaskCanceled | TaskRejected
os Standalone | Recurring iteration:u
vm None | RegisteredKey | External
vd Accept | Reject reason:yt?
fc Retryable | TerminalToolFailure | TerminalSubmissionFailure | …
pa Terminate | TransientContinue
ls Active | Suspended | Slashed
ik Leader leader_cap_id:id | Tool tool_id:id
ref Http url:yt | Sui package_address:ad module_name:s tool_witness_id:id
pk Object | Data`;

/** A field's name and the code of its type: `u?` an option, `[id]` a vector. */
export interface Field {
  name: string;
  code: string;
  /** Its name on chain. */
  chainName: string;
}

export interface Variants {
  variants: ReadonlyMap<string, readonly Field[]>;
  isOpen: boolean;
}

export interface ChainKind {
  /** The package's role, as in `packages.ts`. */
  role: string;
  module: string;
  fields: readonly Field[];
}

const linesOf = (table: string) => table.trim().split('\n');

function fieldsOf(words: readonly string[]): Field[] {
  return words.map((word, index) => {
    const [name = '', code = ''] = word.replace(/^\(|\)$/g, '').split(':');
    return { name, code, chainName: word.startsWith('(') ? `pos${index}` : name };
  });
}

export const structs: ReadonlyMap<string, readonly Field[]> = new Map(
  linesOf(STRUCTS).map((line) => {
    const [name = '', ...fields] = line.split(' ');
    return [name, fieldsOf(fields)];
  }),
);

export const enums: ReadonlyMap<string, Variants> = new Map(
  linesOf(ENUMS).map((line) => {
    const [code = '', ...rest] = line.split(' ');
    const choices = rest.join(' ').split(' | ');
    const variants = choices
      .filter((choice) => choice !== '…')
      .map((choice): [string, Field[]] => {
        const [name = '', ...fields] = choice.split(' ');
        return [name, fieldsOf(fields)];
      });
    return [code, { variants: new Map(variants), isOpen: choices.includes('…') }];
  }),
);

/** By the name of the struct, which is the kind's name. */
export const chainKinds: ReadonlyMap<string, ChainKind> = (() => {
  const kinds = new Map<string, ChainKind>();
  let place = { role: '', module: '' };
  for (const line of linesOf(KINDS)) {
    if (!line.startsWith(' ')) {
      const [role = '', module = ''] = line.split('/');
      place = { role, module };
      continue;
    }
    const [name = '', ...fields] = line.trim().split(' ');
    kinds.set(`${name}Event`, { ...place, fields: fieldsOf(fields) });
  }
  return kinds;
})();
