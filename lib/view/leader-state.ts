// When a leader cap came into the state it is in, from the events that name its state. Pure. Invariant: an event that names the same state again does not begin it;
// where the oldest event that was read only repeats a state, its beginning is not known.
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';

interface Named {
  event: EventRecord;
  state: string;
  /** The state before it, where the event tells. */
  before: string | null;
}

const variantOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'variant' in state ? String(state.variant) : null;

function named(event: EventRecord, leader_cap_id: string): Named[] {
  const payload = decodePayload(event.kind, event.payload);
  const state = variantOf(payload?.['new_status'] ?? payload?.['status']);
  if (payload?.['leader_cap_id'] !== leader_cap_id || state === null) return [];
  return [{ event, state, before: variantOf(payload['old_status']) }];
}

/** The event that put the cap into its present state. `events` newest first; `complete` where none is older. */
export function stateBegan(
  events: readonly EventRecord[],
  leader_cap_id: string,
  complete: boolean,
): EventRecord | undefined {
  const all = events.flatMap((event) => named(event, leader_cap_id));
  const [newest] = all;
  const other = all.findIndex(({ state }) => state !== newest?.state);
  const same = other === -1 ? all : all.slice(0, other);
  const change = same.find(({ state, before }) => before !== null && before !== state);
  if (change !== undefined) return change.event;
  return complete || other !== -1 ? same.at(-1)?.event : undefined;
}
