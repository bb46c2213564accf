// Who loses submission races, and to whom, from the evidence that the chain records (SubmissionFailureEvidenceRecordedEvent). Invariant: only what was read is
// counted; a winner is a wallet, which is named as a leader only where a cap of that wallet is known.
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';

export interface Tally {
  name: string;
  count: number;
}

export interface RaceRecord {
  /** The cap that lost. */
  leader_cap_id: string;
  lost: number;
  /** Wallets that won instead, the most frequent first. */
  winners: Tally[];
  /** Races lost of which no winner is told. */
  unwon: number;
  reasons: Tally[];
}

function tallied(names: readonly string[]): Tally[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** One record a leader that lost, the most losses first. */
export function submissionRaces(events: readonly EventRecord[]): RaceRecord[] {
  const lost = new Map<string, { winner: string | null; reason: string }[]>();
  for (const { kind, payload } of events) {
    const evidence = decodePayload(kind, payload);
    const loser = evidence?.['failed_leader'];
    if (typeof loser !== 'string') continue;
    const winner = evidence?.['winning_leader'];
    const race = { winner: typeof winner === 'string' ? winner : null, reason: String(evidence?.['reason']) };
    lost.set(loser, [...(lost.get(loser) ?? []), race]);
  }
  return [...lost]
    .map(([leader_cap_id, races]) => ({
      leader_cap_id,
      lost: races.length,
      winners: tallied(races.flatMap(({ winner }) => winner ?? [])),
      unwon: races.filter(({ winner }) => winner === null).length,
      reasons: tallied(races.map(({ reason }) => reason)),
    }))
    .sort((a, b) => b.lost - a.lost);
}
