// The turns of a leader, from the events of committed results and of submission failures.
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { RuntimeVertex } from '@/lib/contract/event-kinds/payload-fields';
import type { EventRecord } from '@/lib/contract/events';
import type { DagStructure } from '@/lib/contract/dags';
import { isSameId } from '@/lib/contract/ids';
import type { Leader } from '@/lib/contract/leaders';
import { at, type Part } from './sentence-parts';

export interface Turn {
  event: EventRecord;
  execution: string;
  dag: string;
  vertex: Part;
  /** Null: committed. */
  missed: { reason: string; winner: string | null } | null;
}

/** Null where the event is no turn of this leader, which events name by its cap or its wallet. */
export function turnOf(
  event: EventRecord,
  { leader_cap_id, leader_address }: Pick<Leader, 'leader_cap_id' | 'leader_address'>,
): Turn | null {
  const isLeader = (id: unknown) =>
    typeof id === 'string' &&
    (isSameId(id, leader_cap_id) || (leader_address !== null && isSameId(id, leader_address)));
  const payload = decodePayload(event.kind, event.payload);
  const { execution, dag, vertex, leader, failed_leader, winning_leader, reason } = payload ?? {};
  const isMissed = isLeader(failed_leader);
  if (typeof execution !== 'string' || typeof dag !== 'string' || !(isMissed || isLeader(leader)))
    return null;
  return {
    event,
    execution,
    dag,
    vertex: at(vertex as RuntimeVertex),
    missed: isMissed
      ? { reason: String(reason), winner: typeof winning_leader === 'string' ? winning_leader : null }
      : null,
  };
}

/** How many turns were at vertices that run each tool, most first; null where the tool is not known. */
export function countByTool(
  turns: readonly Turn[],
  structures: readonly DagStructure[],
): { tool: string | null; turns: number }[] {
  const counts = new Map<string | null, number>();
  for (const { dag, vertex } of turns) {
    const place = 'vertex' in vertex ? vertex.vertex : null;
    const tool = structures
      .find(({ object_id }) => isSameId(object_id, dag))
      ?.vertices.find(({ name }) => name === place)?.tool_fqn;
    counts.set(tool ?? null, (counts.get(tool ?? null) ?? 0) + 1);
  }
  return [...counts].map(([tool, count]) => ({ tool, turns: count })).sort((a, b) => b.turns - a.turns);
}
