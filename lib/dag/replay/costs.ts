// Cost by vertex and by tool. A fee row names no vertex, so it is allocated to the vertex whose event shares its transaction.
// Invariant: nothing is split or guessed; unexplained fees stay under "no vertex", and the parts add up to the total. In MIST.
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { History } from './history';
import type { Fees, Spend } from './money';
import type { Moment } from './recorded-run';

export interface Cost extends Fees {
  /** Null: a transaction without a vertex event, such as the start of the execution. */
  vertex: string | null;
  tool_fqn: string | null;
  rows: number;
  /** Locked for the tool and refunded, in the unit of the tool's price; null without the event history. Not a cost. */
  released: bigint | null;
}

/** Events that cause a transaction's fees, by precedence: results before requests. Of several results the first counts. */
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

/** The vertex each transaction's fees are allocated to. */
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
const byTotal = (a: Cost, b: Cost) => (sum(b) > sum(a) ? 1 : sum(b) < sum(a) ? -1 : 0);

/** Most expensive first. `settlements` null: refunds unknown. */
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
  return [...costs.values()].sort(byTotal);
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
  return [...tools.values()].sort(byTotal);
}
