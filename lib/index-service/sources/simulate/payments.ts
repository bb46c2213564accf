// The payment of one execution (spec 11.4), in MIST: budget, gas, tool fees and the priority share.
// Invariant: consumed_total is the sum of all amounts and spending never exceeds the funds; a settlement that would waits for a refill.
import type { World } from './ids';
import { event, type Happening } from './transaction';

export interface PaymentTerms {
  world: World;
  execution_id: string;
  payment_id: string;
  agent_id: string;
  skill_id: number;
  interface_revision: number;
  /** UserFunded with the wallet, or AgentFunded with the agent. */
  source_kind: { variant: 'UserFunded'; user: string } | { variant: 'AgentFunded'; agent_id: string };
  payment_policy: Record<string, unknown>;
  gas_budget: bigint;
  priority_fee_percentage: number;
}

export interface Ledger {
  created(locked: bigint): Happening;
  snapshot(tool_fqn: string, cost: bigint): Happening;
  /** Gas of a leader's transaction, reimbursed at once, with the tool fee that it pays out. */
  spend(gas: bigint, toolFee?: bigint): Happening[];
  /** What is missing to spend this; zero when there is enough. */
  shortfall(gas: bigint, toolFee: bigint): bigint;
  refill(amount: bigint, source: string): Happening;
  /** The priority fee recorded since the last call. */
  priorityDelta(): bigint;
  spent(): bigint;
  funds(): bigint;
}

/** max_budget = gas budget + priority reserve; the reserve is a percentage of the gas part, rounded down. */
export function budgetOf(gas: bigint, percentage: number): { gas: bigint; priority: bigint; max: bigint } {
  const priority = (gas * BigInt(percentage)) / 100n;
  return { gas, priority, max: gas + priority };
}

export function createLedger(terms: PaymentTerms): Ledger {
  const { execution_id, payment_id, agent_id, skill_id, interface_revision, priority_fee_percentage } = terms;
  const subject = { payment_id, execution_id, agent_id, skill_id };
  const percentage = BigInt(priority_fee_percentage);
  const budget = budgetOf(terms.gas_budget, priority_fee_percentage);
  let funds = budget.max;
  let gasTotal = 0n;
  let toolTotal = 0n;
  let priorityCollected = 0n;
  const priorityOf = (gas: bigint) => (gas * percentage) / 100n;
  const totalWith = (gas: bigint, toolFee: bigint) =>
    gasTotal + gas + toolTotal + toolFee + priorityOf(gasTotal + gas);
  return {
    created: (locked) =>
      event('AgentSkillPaymentCreated', {
        ...subject,
        interface_revision,
        payment_policy: terms.payment_policy,
        source_kind: terms.source_kind,
        max_budget_mist: budget.max,
        gas_budget_mist: budget.gas,
        priority_fee_reserve_mist: budget.priority,
        locked_budget_mist: locked,
        priority_fee_percentage,
      }),
    snapshot: (tool_fqn, cost) =>
      event('ExecutionPaymentToolCostSnapshotted', { payment_id, execution_id, agent_id, tool_fqn, cost }),
    spend(gas, toolFee = 0n) {
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
    shortfall(gas, toolFee) {
      const missing = totalWith(gas, toolFee) - funds;
      return missing > 0n ? missing : 0n;
    },
    refill(amount, source) {
      funds += amount;
      return event('ExecutionPaymentRefilled', { execution_id, payment_id, source, refill_amount: amount });
    },
    priorityDelta() {
      const delta = priorityOf(gasTotal) - priorityCollected;
      priorityCollected += delta;
      return delta;
    },
    spent: () => totalWith(0n, 0n),
    funds: () => funds,
  };
}
