import { expect, test } from 'vitest';
import type { SkillRevision } from '@/lib/contract/agents';
import { revisionPair } from './revision-pair';

const id = (letter: string) => `0x${letter.repeat(64)}`;
const revision = (number: bigint, dag_binding: Record<string, unknown>, max_budget = 5n): SkillRevision => ({
  interface_revision: number,
  dag_binding,
  requirements: { max_budget },
  tx_digest: 'x',
  created_at: '2026-11-01T09:30:00.000Z',
});
const pinned = (letter: string) => ({ variant: 'Pinned', dag_id: id(letter) });
const all = [
  revision(1n, pinned('a')),
  revision(2n, pinned('b'), 7n),
  revision(3n, pinned('b'), 7n),
  revision(4n, { variant: 'RuntimeSelected' }),
  revision(5n, { variant: 'Later' }),
];

test('compares two revisions bound to two DAGs, in either order', () => {
  expect(revisionPair(all, ['1', '2'])).toMatchObject({ dags: { left: id('a'), right: id('b') } });
  expect(revisionPair(all, ['2', '1'])).toMatchObject({ dags: { left: id('b'), right: id('a') } });
  expect(revisionPair(all, ['1', '2'])?.changes.map(({ path }) => path)).toEqual([
    'dag_binding.dag_id',
    'requirements.max_budget',
  ]);
});

test('explains why there are no two DAGs to compare', () => {
  expect(revisionPair(all, ['2', '3'])?.dags).toBe('both revisions are bound to the same DAG');
  expect(revisionPair(all, ['3', '4'])?.dags).toBe('in revision 4 each task chooses its DAG');
  expect(revisionPair(all, ['5', '1'])?.dags).toBe('the binding of revision 5 names no DAG');
  expect(revisionPair(all, ['1', '9'])).toBeNull();
  expect(revisionPair(all, [undefined, '1'])).toBeNull();
});
