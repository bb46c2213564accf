// Cost by vertex and by tool. A row of fees names no vertex in this release: it is laid to the vertex whose result or request stands in the same transaction.
// Invariant: nothing is spread or guessed; what no event of its transaction explains stays under "no vertex", and the parts add up to the whole. All MIST.
// What was locked for a tool and given back is told beside the costs and is none of them; only the event history has it (lifecycle 3.2, 3.5).
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { History } from './history';
import type { Fees, Spend } from './money';
import type { Moment } from './recorded-run';

export interface Cost extends Fees {
  /** Null: the start of the execution, or a transaction without an event of a vertex. */
  vertex: string | null;
  tool_fqn: string | null;
  rows: number;
  /** Locked for the tool and given back unpaid, in the unit of the tool's price; null while the event history is not known. */
  released: bigint | null;
}

/**
 * What caused a transaction's fees: a result before a request; a mere authorisation is a consequence, not a cause. Of several results the first: the walk
 * that is settled comes before those that end because of it.
 */
const CAUSES = [
  [
    'WalkAdvanced',
    'EndStateReached',
    'WalkFailed',
    'CommittedToolResult',
    'WalkPendingAbort',
    'WalkAborted',
    'WalkCancelled',
  ],
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

const sum = ({ gas, tool, priority }: Fees) => gas + tool + priority;
const dearest = (a: Cost, b: Cost) => (sum(b) > sum(a) ? 1 : sum(b) < sum(a) ? -1 : 0);

/** Dearest first. `settlements` null: what was given back is not known. */
export function costsByVertex(
  moments: readonly Moment[],
  spends: readonly Spend[],
  graph: FlowGraph | null,
  settlements: History['settlements'] | null,
): Cost[] {
  const of = causes(moments);
  const tools = new Map(graph?.vertices.map(({ name, tool_fqn }) => [name, tool_fqn]));
  const costs = new Map<string | null, Cost>();
  const costOf = (vertex: string | null): Cost => {
    const tool_fqn = vertex === null ? null : (tools.get(vertex) ?? null);
    const released = settlements === null ? null : 0n;
    const cost = costs.get(vertex) ?? {
      vertex,
      tool_fqn,
      gas: 0n,
      tool: 0n,
      priority: 0n,
      rows: 0,
      released,
    };
    costs.set(vertex, cost);
    return cost;
  };
  for (const { row, gas, tool, priority } of spends) {
    const cost = costOf(of.get(row.tx_digest) ?? null);
    cost.gas += gas;
    cost.tool += tool;
    cost.priority += priority;
    cost.rows += 1;
  }
  for (const { vertex, amount, was_refunded } of settlements ?? [])
    if (was_refunded) {
      const cost = costOf(vertex);
      cost.released = (cost.released ?? 0n) + amount;
    }
  return [...costs.values()].sort(dearest);
}

export function costsByTool(byVertex: readonly Cost[]): Cost[] {
  const tools = new Map<string | null, Cost>();
  for (const cost of byVertex) {
    const before = tools.get(cost.tool_fqn);
    tools.set(
      cost.tool_fqn,
      before === undefined
        ? { ...cost, vertex: null }
        : {
            ...before,
            gas: before.gas + cost.gas,
            tool: before.tool + cost.tool,
            priority: before.priority + cost.priority,
            rows: before.rows + cost.rows,
            released:
              before.released === null || cost.released === null ? null : before.released + cost.released,
          },
    );
  }
  return [...tools.values()].sort(dearest);
}
