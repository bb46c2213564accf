// The payment of one execution (spec 11.4), in MIST: budget, gas, tool fees and the priority share.
// Invariant: consumed_total is the sum of all amounts and spending never exceeds the funds; a settlement that would waits for a refill.
import { event, type ChainEvent } from './transaction';

export type PaymentSource =
  | { variant: 'UserFunded'; user: string }
  | { variant: 'AgentFunded'; agent_id: string };

export interface PaymentTerms {
  execution_id: string;
  payment_id: string;
  agent_id: string;
  skill_id: number;
  interface_revision: number;
  source_kind: PaymentSource;
  payment_policy: Record<string, unknown>;
  gas_budget: bigint;
  priority_fee_percentage: number;
}

/** max_budget = gas budget + priority reserve; the reserve is a percentage of the gas part, rounded down. */
export function budgetOf(gas: bigint, percentage: number): { priority: bigint; max: bigint } {
  const priority = (gas * BigInt(percentage)) / 100n;
  return { priority, max: gas + priority };
}

export function createLedger(terms: PaymentTerms) {
  const { execution_id, payment_id, agent_id, skill_id, interface_revision, priority_fee_percentage } = terms;
  const subject = { payment_id, execution_id, agent_id, skill_id };
  const budget = budgetOf(terms.gas_budget, priority_fee_percentage);
  let funds = budget.max;
  let gasTotal = 0n;
  let toolTotal = 0n;
  let priorityCollected = 0n;
  const priorityOf = (gas: bigint) => budgetOf(gas, priority_fee_percentage).priority;
  const totalWith = (gas: bigint, toolFee: bigint) =>
    gasTotal + gas + toolTotal + toolFee + priorityOf(gasTotal + gas);
  return {
    created: (locked: bigint) =>
      event('AgentSkillPaymentCreated', {
        ...subject,
        interface_revision,
        payment_policy: terms.payment_policy,
        source_kind: terms.source_kind,
        max_budget_mist: budget.max,
        gas_budget_mist: terms.gas_budget,
        priority_fee_reserve_mist: budget.priority,
        locked_budget_mist: locked,
        priority_fee_percentage,
      }),
    snapshot: (tool_fqn: string, cost: bigint) =>
      event('ExecutionPaymentToolCostSnapshotted', { payment_id, execution_id, agent_id, tool_fqn, cost }),
    /** Gas of a leader's transaction, reimbursed at once, with the tool fee that it pays out. */
    spend(gas: bigint, toolFee = 0n): ChainEvent[] {
      gasTotal += gas;
      toolTotal += toolFee;
      return [
        event('GasPaymentConsumed', {
          ...subject,
          interface_revision,
          amount: gas,
          consumed_total: gasTotal,
        }),
        event('ExecutionPaymentFeesRecorded', {
          ...subject,
          gas_fee_mist: gasTotal,
          tool_fee_mist: toolTotal,
          priority_fee_mist: priorityOf(gasTotal),
          priority_fee_percentage,
        }),
      ];
    },
    /** What is missing to spend this; zero or less when there is enough. */
    shortfall: (gas: bigint, toolFee: bigint) => totalWith(gas, toolFee) - funds,
    /** The payer pays in more. */
    refill(amount: bigint): ChainEvent {
      funds += amount;
      const { source_kind } = terms;
      const source = source_kind.variant === 'AgentFunded' ? source_kind.agent_id : source_kind.user;
      return event('ExecutionPaymentRefilled', { execution_id, payment_id, source, refill_amount: amount });
    },
    /** The priority fee recorded since the last call. */
    priorityDelta(): bigint {
      const delta = priorityOf(gasTotal) - priorityCollected;
      priorityCollected += delta;
      return delta;
    },
    /** What has not been spent. */
    remaining: () => funds - totalWith(0n, 0n),
  };
}
export type Ledger = ReturnType<typeof createLedger>;
