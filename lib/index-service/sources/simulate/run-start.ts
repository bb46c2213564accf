// Start and end of an execution (spec 11.3.6): its input values, the dispatch events, the finish event.
import { createLedger, type PaymentTerms } from './payments';
import { regionsOf } from './regions';
import type { Run, RunTerms } from './run-state';
import { toolOf } from './tools/catalogue';
import { event, type Happening } from './transaction';
import { createWalkValues } from './walk-values';

export type RunPayment = Pick<PaymentTerms, 'payment_policy' | 'gas_budget' | 'priority_fee_percentage'>;

/** A run before its first walk, with the values that the caller supplies for the entry group. */
export function createRun(terms: RunTerms, payment: RunPayment, group: string): Run {
  const { world, design, name } = terms;
  const values = createWalkValues(design);
  const supplied = design.supplies(world.random(`${name}/input`), world);
  for (const { vertex, port } of design.entry[group] ?? []) {
    const value = supplied[`${vertex}.${port}`];
    if (value !== undefined) values.put(vertex, port, null, value);
  }
  return {
    terms,
    random: world.random(`${name}/walks`),
    ledger: createLedger({
      world,
      execution_id: terms.execution,
      payment_id: terms.payment,
      agent_id: terms.agent_id,
      skill_id: terms.skill_id,
      interface_revision: terms.interface_revision,
      source_kind: terms.source_kind,
      ...payment,
    }),
    values,
    regions: regionsOf(design),
    walks: [],
    started: new Set(),
    commits: 0,
    failed: false,
    succeeded: false,
    aborted: false,
  };
}

/** Payment, request and frozen prices; the leader's gas comes last. */
export function startEvents({ terms, ledger }: Run, gas: bigint): Happening[] {
  const fqns = [...new Set(Object.values(terms.design.vertices))];
  const prices = fqns.map((fqn) => ({ fqn, cost: toolOf(fqn).price }));
  return [
    ledger.created(prices.reduce((sum, { cost }) => sum + cost, 0n)),
    event('AgentSkillExecutionRequested', {
      execution_id: terms.execution,
      agent_id: terms.agent_id,
      skill_id: terms.skill_id,
      interface_revision: terms.interface_revision,
      payment_id: terms.payment,
    }),
    ...prices.map(({ fqn, cost }) => ledger.snapshot(fqn, cost)),
    ...ledger.spend(gas),
  ];
}

export function finishEvent({ terms, failed, succeeded, aborted }: Run): Happening {
  return event('ExecutionFinished', {
    dag: terms.dag,
    execution: terms.execution,
    has_any_walk_failed: failed,
    has_any_walk_succeeded: succeeded,
    was_aborted: aborted,
  });
}
