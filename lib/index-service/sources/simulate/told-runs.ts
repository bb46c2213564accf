// Runs that every simulated network has, whatever its seed: one of each thing that can go wrong, and a few that are under way when history ends.
import type { Wanted } from './mishaps';

export interface ToldRun {
  dag: string;
  /** After the start of the network; negative: before the end of its history. */
  seconds: number;
  mishap?: Wanted;
}

const hours = (count: number) => count * 3_600;

export const toldRuns: readonly ToldRun[] = [
  { dag: 'customs-entry', seconds: hours(40), mishap: { kind: 'takeover', step: 0 } },
  { dag: 'support-answer', seconds: hours(66), mishap: { kind: 'tool_failure', step: 1 } },
  { dag: 'trip-planner', seconds: hours(90), mishap: { kind: 'tool_failure', step: 1 } },
  { dag: 'freight-clearance', seconds: hours(131), mishap: { kind: 'tool_failure', step: 4 } },
  { dag: 'document-review', seconds: hours(160), mishap: { kind: 'rejected', step: 2 } },
  { dag: 'freight-clearance', seconds: hours(205), mishap: { kind: 'expired', step: 6 } },
  { dag: 'spot-settlement', seconds: hours(231), mishap: { kind: 'shortfall', step: 0 } },
  { dag: 'freight-clearance', seconds: hours(260), mishap: { kind: 'tool_failure', step: 9 } },
  { dag: 'release-notes', seconds: hours(282), mishap: { kind: 'unconfirmed', step: 1 } },
  { dag: 'freight-clearance', seconds: hours(309), mishap: { kind: 'tool_failure', step: 12 } },
  // This one waits for leaders that never answer.
  { dag: 'content-moderation', seconds: -140, mishap: { kind: 'expired', step: 0 } },
  { dag: 'freight-clearance', seconds: -24 },
  { dag: 'tender-desk', seconds: -17 },
  { dag: 'document-review', seconds: -11 },
  { dag: 'energy-balance', seconds: -8 },
  { dag: 'trip-planner', seconds: -5 },
];
