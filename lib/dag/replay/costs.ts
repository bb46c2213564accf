// Cost by vertex and by tool. A row of fees names no vertex in this release: it is laid to the vertex whose result or request stands in the same transaction.
// Invariant: nothing is spread or guessed; what no event of its transaction explains stays under "no vertex", and the parts add up to the whole. All MIST.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { Fees, Spend } from './money';
import type { Moment } from './recorded-run';

export interface Cost extends Fees {
  /** Null: the start of the execution, or a transaction without an event of a vertex. */
  vertex: string | null;
  tool_fqn: string | null;
  rows: number;
}

/** What caused a transaction's fees: a result before a request; a mere authorisation is a consequence, not a cause. */
const CAUSES = [
  ['WalkAdvanced', 'EndStateReached', 'WalkFailed', 'CommittedToolResult', 'WalkCancelled', 'WalkAborted'],
  ['RequestWalkExecution'],
] as const;

/** The vertex to which the fees of each transaction belong. */
export function causes(moments: readonly Moment[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const kinds of CAUSES)
    for (const moment of moments)
      if (
        moment.of === 'event' &&
        (kinds as readonly string[]).includes(moment.row.event_type) &&
        !found.has(moment.tx_digest)
      )
        found.set(moment.tx_digest, moment.row.vertex_name);
  return found;
}

function gathered<Key>(
  spends: readonly Spend[],
  keyOf: (spend: Spend) => Key,
  costOf: (key: Key) => Cost,
): Cost[] {
  const costs = new Map<Key, Cost>();
  for (const spend of spends) {
    const key = keyOf(spend);
    const cost = costs.get(key) ?? costOf(key);
    cost.gas += spend.gas;
    cost.tool += spend.tool;
    cost.priority += spend.priority;
    cost.rows += 1;
    costs.set(key, cost);
  }
  const sum = ({ gas, tool, priority }: Fees) => gas + tool + priority;
  return [...costs.values()].sort((a, b) => (sum(b) > sum(a) ? 1 : sum(b) < sum(a) ? -1 : 0));
}

const none = { gas: 0n, tool: 0n, priority: 0n, rows: 0 };

/** Dearest first. */
export function costsByVertex(
  moments: readonly Moment[],
  spends: readonly Spend[],
  graph: FlowGraph | null,
): Cost[] {
  const of = causes(moments);
  const tools = new Map(graph?.vertices.map(({ name, tool_fqn }) => [name, tool_fqn]));
  return gathered(
    spends,
    ({ row }) => of.get(row.tx_digest) ?? null,
    (vertex) => ({ ...none, vertex, tool_fqn: vertex === null ? null : (tools.get(vertex) ?? null) }),
  );
}

export function costsByTool(byVertex: readonly Cost[]): Cost[] {
  const tools = new Map<string | null, Cost>();
  for (const cost of byVertex) {
    const sum = tools.get(cost.tool_fqn) ?? { ...none, vertex: null, tool_fqn: cost.tool_fqn };
    sum.gas += cost.gas;
    sum.tool += cost.tool;
    sum.priority += cost.priority;
    sum.rows += cost.rows;
    tools.set(cost.tool_fqn, sum);
  }
  return [...tools.values()];
}
