// Events around a tool call (spec 11.3): the request to two leaders, the lock of the invocation, its release or payment.
// Invariant: a walk holds at most one lock; in a finished execution every InvocationLocked is settled exactly once.
import { runtimeVertex, place, type Run, type Walk } from './run-state';
import { takesAgentProof, toolOf } from './tools/catalogue';
import { event, type Happening } from './transaction';

/** How long the named leaders have. */
const WINDOW_MS = 120_000;

export interface Requests {
  /** The request for an invocation; beside it the one for the agent's proof, where the tool takes one (2.11). */
  authorisation(walk: Walk, at: number): Happening[];
  /** The leader's transaction: the invocation locked, gas paid (as given), the walk requested. */
  lock(walk: Walk, at: number, gas: Happening[]): Happening[];
  /** Pays the tool, or releases what was locked for it. */
  settled(walk: Walk, was_refunded: boolean): Happening;
  /** Gives back the lock of a walk that will not be settled; nothing when there is none. */
  release(walk: Walk): Happening[];
}

const stepOf = ({ index, vertex, scope }: Walk) => `${index}/${vertex}/${scope?.iteration ?? ''}`;

export function requestsOf(run: Run): Requests {
  const { world, name, design, source_kind, execution } = run.terms;
  const distribution = (walk: Walk, at: number) => ({
    deadline_ms: at + WINDOW_MS,
    requested_at_ms: at,
    task_id: world.id(`${name}/pickup/${stepOf(walk)}`),
    leaders: walk.leaders.map(({ cap }) => cap),
  });
  const invocation = (walk: Walk) => {
    const { tool_fqn = '', invocation: id = '', policy = '', sources = [], amount = 0n } = walk.lock ?? {};
    return {
      execution,
      vertex: runtimeVertex(walk),
      tool: world.id(`tool/${tool_fqn}`),
      tool_fqn,
      cashier: world.id(`cashier/${tool_fqn}`),
      invocation: id,
      beneficiary: source_kind,
      policy,
      sources,
      amount,
    };
  };
  const settled = (walk: Walk, was_refunded: boolean) =>
    event('InvocationSettled', { ...invocation(walk), was_refunded });
  return {
    authorisation(walk, at) {
      const { agent_id, skill_id } = run.terms;
      const { fqn: tool_fqn } = toolOf(design.vertices[walk.vertex] ?? '');
      const proof = { ...place(run, walk), tool_fqn, agent_id, skill_id };
      return [
        event('InvocationAuthorizationRequired', {
          ...place(run, walk),
          distribution: distribution(walk, at),
        }),
        ...(takesAgentProof(tool_fqn) ? [event('AgentVertexAuthorizationRequired', proof)] : []),
      ];
    },
    lock(walk, at, gas) {
      const { agent_id, skill_id, task_id, occurrence_id, dag, invoker, interface_revision } = run.terms;
      const tool = toolOf(design.vertices[walk.vertex] ?? '');
      const prepaid = source_kind.variant === 'AgentFunded' && tool.fqn.startsWith('ai.paperlane.');
      walk.lock = {
        invocation: world.id(`${name}/invocation/${stepOf(walk)}`),
        tool_fqn: tool.fqn,
        policy: `${world.id('package/tool')}::${prepaid ? 'finite_credits' : 'fixed_price'}::Policy`,
        sources: prepaid ? [world.id(`credits/${tool.fqn}`)] : [],
        amount: prepaid ? 0n : tool.price,
      };
      return [
        event('InvocationLocked', invocation(walk)),
        ...gas,
        event('RequestWalkExecution', {
          dag,
          execution,
          invocation: walk.lock.invocation,
          invoker,
          walk_index: walk.index,
          next_vertex: runtimeVertex(walk),
          evaluations: world.id(`${name}/evaluations`),
          agent_id,
          skill_id,
          interface_version: interface_revision,
          task_id,
          occurrence_id,
          distribution: distribution(walk, at),
        }),
      ];
    },
    settled,
    release(walk) {
      if (walk.lock === null) return [];
      const happening = settled(walk, true);
      walk.lock = null;
      return [happening];
    },
  };
}
