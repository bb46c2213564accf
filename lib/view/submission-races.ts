// Submission races from the evidence recorded on chain (SubmissionFailureEvidenceRecordedEvent).
// A loser is a leader cap, a winner a wallet.
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';

export interface Tally {
  name: string;
  count: number;
}

export interface RaceRecord {
  leader_cap_id: string;
  lost: number;
  /** Winning wallets, most frequent first. */
  winners: Tally[];
  unwon: number;
  reasons: Tally[];
}

function tallied(names: readonly string[]): Tally[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** One record per losing leader, most losses first. */
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
