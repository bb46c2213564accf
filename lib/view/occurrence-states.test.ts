import { expect, test } from 'vitest';
import type { Occurrence } from '@/lib/contract/tasks';
import { nextOccurrence, stateCounts } from './occurrence-states';

const occurrence = (occurrence_id: bigint, rest: Partial<Occurrence>): Occurrence => ({
  occurrence_id,
  source: null,
  state: 'scheduled',
  reason: null,
  execution_object_id: null,
  start_at: null,
  deadline_at: null,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
  ...rest,
});
const ran = [
  occurrence(3n, { state: 'settled', reason: 'failed' }),
  occurrence(2n, { state: 'settled' }),
  occurrence(1n, { state: 'withdrawn', reason: 'paused' }),
];

test('a settled run that failed is told as failed, a withdrawal as one', () => {
  expect(stateCounts(ran)).toBe('1 failed, 1 settled, 1 withdrawn');
});

test('the next is the earliest of those that wait', () => {
  const later = occurrence(5n, { start_at: '2026-11-21T14:00:00Z' });
  const sooner = occurrence(4n, { start_at: '2026-11-21T13:00:00+00:00' });
  expect(nextOccurrence([later, sooner, ...ran])?.occurrence_id).toBe(4n);
  expect(nextOccurrence(ran)).toBeUndefined();
});
