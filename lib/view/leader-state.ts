// When a leader cap got its current status. Invariant: an event repeating a status does not start it; if the oldest event
// read only repeats it, the start is unknown.
import type { EventRecord } from '@/lib/contract/events';
import type { Leader } from '@/lib/contract/leaders';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';

interface StateChange {
  event: EventRecord;
  state: string;
  /** The state before it, if the event states it. */
  before: string | null;
}

const variantOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'variant' in state ? String(state.variant) : null;

function stateChanges(event: EventRecord, leader_cap_id: string): StateChange[] {
  const payload = decodePayload(event.kind, event.payload);
  const state = variantOf(payload?.['new_status'] ?? payload?.['status']);
  if (payload?.['leader_cap_id'] !== leader_cap_id || state === null) return [];
  return [{ event, state, before: variantOf(payload['old_status']) }];
}

/** The event that set the current `status`. `events`: newest first; `complete`: there are no others. */
export function stateBegan(
  events: readonly EventRecord[],
  { leader_cap_id, status }: Pick<Leader, 'leader_cap_id' | 'status'>,
  complete: boolean,
): EventRecord | undefined {
  const all = events.flatMap((event) => stateChanges(event, leader_cap_id));
  const [newest] = all;
  // The event that set it is not among them.
  if (newest?.state.toLowerCase() !== status?.toLowerCase()) return undefined;
  const other = all.findIndex(({ state }) => state !== newest?.state);
  const same = other === -1 ? all : all.slice(0, other);
  const change = same.find(({ state, before }) => before !== null && before !== state);
  if (change !== undefined) return change.event;
  return complete || other !== -1 ? same.at(-1)?.event : undefined;
}
