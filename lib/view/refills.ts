// Refills of payments and of task reserves, as the events record them.
import { decodePayload, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import type { IdFamily } from './paths';

export const REFILL_KINDS = [
  'ExecutionPaymentRefilledEvent',
  'TaskPaymentReserveRefilledEvent',
] as const satisfies readonly EventKind[];

export type RefillKind = (typeof REFILL_KINDS)[number];

interface Named {
  family: IdFamily;
  id: string;
}

export interface Refill {
  event: EventRecord;
  /** The specification states the unit only for reserves: MIST. */
  amount: bigint;
  /** The payment, or the reserve of a task. */
  target: Named;
  owner: Named & { family: 'execution' | 'task' };
  /** Who paid; null where not recorded. */
  source: Named | null;
}

/** Where the money of a reserve came from: a user or an agent's vault. */
function sourceOf(kind: unknown): Named | null {
  if (typeof kind !== 'object' || kind === null) return null;
  const { user, agent_id } = kind as Readonly<Record<string, unknown>>;
  if (typeof user === 'string') return { family: 'address', id: user };
  return typeof agent_id === 'string' ? { family: 'agent', id: agent_id } : null;
}

function refillOf(event: EventRecord): Refill | null {
  const fields = decodePayload(event.kind, event.payload);
  const amount = fields?.['refill_amount'];
  if (fields === undefined || typeof amount !== 'bigint') return null;
  if (event.kind === 'ExecutionPaymentRefilledEvent')
    return {
      event,
      amount,
      target: { family: 'payment', id: String(fields['payment_id']) },
      owner: { family: 'execution', id: String(fields['execution_id']) },
      source: { family: 'address', id: String(fields['source']) },
    };
  return {
    event,
    amount,
    target: { family: 'object', id: String(fields['reserve_id']) },
    owner: { family: 'task', id: String(fields['task_id']) },
    source: sourceOf(fields['source_kind']),
  };
}

/** Those of a kind, the largest first, equal ones newest first. The search counts events that can't be decoded. */
export function refillsBySize(events: readonly EventRecord[], kind: RefillKind): Refill[] {
  return events
    .flatMap((event) => (event.kind === kind ? (refillOf(event) ?? []) : []))
    .sort((a, b) => {
      if (a.amount !== b.amount) return a.amount < b.amount ? 1 : -1;
      return Number(b.event.id - a.event.id);
    });
}
