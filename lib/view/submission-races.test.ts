import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { submissionRaces } from './submission-races';

const id = (digit: string) => `0x${digit.repeat(64)}`;
const lost = (failed: string, winning: string | null, reason = 'late'): EventRecord => ({
  id: 1n,
  kind: 'SubmissionFailureEvidenceRecordedEvent',
  tx_digest: 'x',
  sender_address: id('9'),
  onchain_at: null,
  payload: {
    dag: id('1'),
    execution: id('2'),
    walk_index: 0,
    vertex: { variant: 'Plain', vertex: { name: 'v' } },
    failed_leader: failed,
    winning_leader: winning,
    reason,
    err_eval_hash: 'ab',
  },
});

test('counts losses, winners and reasons; a race without a winner is credited to no leader', () => {
  const events = [
    lost(id('a'), id('c')),
    lost(id('b'), id('c')),
    lost(id('b'), id('d'), 'stale object'),
    lost(id('b'), id('c')),
    lost(id('b'), null),
    { ...lost(id('e'), null), payload: { not: 'one' } },
  ];
  expect(submissionRaces(events)).toEqual([
    {
      leader_cap_id: id('b'),
      lost: 4,
      winners: [
        { name: id('c'), count: 2 },
        { name: id('d'), count: 1 },
      ],
      unwon: 1,
      reasons: [
        { name: 'late', count: 3 },
        { name: 'stale object', count: 1 },
      ],
    },
    {
      leader_cap_id: id('a'),
      lost: 1,
      winners: [{ name: id('c'), count: 1 }],
      unwon: 0,
      reasons: [{ name: 'late', count: 1 }],
    },
  ]);
});
