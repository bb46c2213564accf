// Events around a tool call (spec 11.3): the request to two leaders, the lock of the invocation, its release or payment.
// Invariant: a walk holds at most one lock; in a finished execution every InvocationLocked is settled exactly once.
import { toolAt } from './dag-designs';
import { distribution } from './leaders';
import { runtimeVertex, walkFields, type Run, type Walk } from './run-state';
import { takesAgentProof } from './tools';
import { event, type ChainEvent } from './transaction';

/** How long the named leaders have. */
const WINDOW_MS = 120_000;

const stepOf = ({ index, vertex, scope }: Walk) => `${index}/${vertex}/${scope?.iteration ?? ''}`;

const pickup = ({ terms }: Run, walk: Walk, at: number) =>
  distribution(terms.world.id(`${terms.name}/pickup/${stepOf(walk)}`), walk.leaders, at, WINDOW_MS);

function invocation({ terms }: Run, walk: Walk, lock: NonNullable<Walk['lock']>): Record<string, unknown> {
  const { world, design, execution_id, source_kind } = terms;
  const { fqn } = toolAt(design, walk.vertex);
  return {
    execution: execution_id,
    vertex: runtimeVertex(walk),
    tool: world.id(`tool/${fqn}`),
    tool_fqn: fqn,
    cashier: world.id(`cashier/${fqn}`),
    invocation: lock.invocation,
    beneficiary: source_kind,
    policy: lock.policy,
    sources: lock.sources,
    amount: lock.amount,
  };
}

/** The request for an invocation; beside it the one for the agent's proof, where the tool takes one (spec 2.11). */
export function authorisation(run: Run, walk: Walk, at: number): ChainEvent[] {
  const { design, agent_id, skill_id } = run.terms;
  const { fqn: tool_fqn } = toolAt(design, walk.vertex);
  const fields = walkFields(run, walk);
  return [
    event('InvocationAuthorizationRequired', { ...fields, distribution: pickup(run, walk, at) }),
    ...(takesAgentProof(tool_fqn)
      ? [event('AgentVertexAuthorizationRequired', { ...fields, tool_fqn, agent_id, skill_id })]
      : []),
  ];
}

/** The leader's transaction: the invocation locked, gas paid (as given), the walk requested. */
export function lockInvocation(run: Run, walk: Walk, at: number, gas: ChainEvent[]): ChainEvent[] {
  const { world, name, design, source_kind, agent_id, skill_id } = run.terms;
  const tool = toolAt(design, walk.vertex);
  const prepaid = source_kind.variant === 'AgentFunded' && tool.fqn.startsWith('ai.paperlane.');
  const lock = {
    invocation: world.id(`${name}/invocation/${stepOf(walk)}`),
    policy: `${world.id('package/tool').slice(2)}::${prepaid ? 'finite_credits' : 'fixed_price'}::Policy`,
    sources: prepaid ? [world.id(`credits/${tool.fqn}`)] : [],
    amount: prepaid ? 0n : tool.price,
  };
  walk.lock = lock;
  return [
    event('InvocationLocked', invocation(run, walk, lock)),
    ...gas,
    event('RequestWalkExecution', {
      dag: run.terms.dag,
      execution: run.terms.execution_id,
      invocation: lock.invocation,
      invoker: run.terms.invoker,
      walk_index: walk.index,
      next_vertex: runtimeVertex(walk),
      evaluations: world.id(`${name}/evaluations`),
      agent_id,
      skill_id,
      interface_version: run.terms.interface_revision,
      task_id: run.terms.task_id,
      occurrence_id: run.terms.occurrence_id,
      distribution: pickup(run, walk, at),
    }),
  ];
}

/** Pays the tool, or gives back what was locked for it; nothing when there is no lock. */
export function settleInvocation(run: Run, walk: Walk, was_refunded: boolean): ChainEvent[] {
  if (walk.lock === null) return [];
  const fields = invocation(run, walk, walk.lock);
  walk.lock = null;
  return [event('InvocationSettled', { ...fields, was_refunded })];
}
