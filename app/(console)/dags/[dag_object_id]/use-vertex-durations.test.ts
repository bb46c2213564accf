import { expect, test } from 'vitest';
import type { VertexGroup } from '@/lib/contract/stats';
import { heatOf } from '@/components/graph/heat';
import { durationsByVertex } from './use-vertex-durations';

const DAG = `0x${'d'.repeat(64)}`;

const group = (name: string | null, p50: bigint | null): VertexGroup => ({
  bucket_start: null,
  group: name,
  subgroup: null,
  title: null,
  subtitle: null,
  count: 3,
  succeeded: 3,
  failed: 0,
  cancelled: 0,
  timed: p50 === null ? 0 : 3,
  duration_p50_ms: p50,
  duration_p95_ms: p50,
  duration_max_ms: p50,
  duration_mean_ms: p50,
});

const stats = (...groups: VertexGroup[]) => ({
  from: null,
  to: null,
  bucket: 'none',
  group_by: 'vertex',
  undated: 0,
  left_out: 0,
  groups,
  total: null,
});

test('the slowest vertex comes first, one without a duration last; a name may contain a slash', () => {
  const figures = durationsByVertex(
    stats(
      group(`${DAG}/fetch`, 400n),
      group(`${DAG}/idle`, null),
      group(`${DAG}/a/b`, 2_000n),
      group(null, 9n),
    ),
    DAG,
  );
  expect(figures.map(({ vertex }) => vertex)).toEqual(['a/b', 'fetch', 'idle']);
  expect([...heatOf(figures)]).toEqual([
    ['a/b', { share: 1, label: '2 s', of: 'median duration' }],
    ['fetch', { share: 0.2, label: '400 ms', of: 'median duration' }],
  ]);
});

test('has no heat without durations', () => {
  expect(heatOf([]).size).toBe(0);
  expect([...heatOf(durationsByVertex(stats(group(`${DAG}/fetch`, 0n)), DAG)).values()]).toEqual([
    { share: 0, label: '0 ms', of: 'median duration' },
  ]);
});

test('shades by the share of failed calls, not by their number', () => {
  const visits = (name: string, succeeded: number, failed: number) => ({
    ...group(`${DAG}/${name}`, 1n),
    succeeded,
    failed,
  });
  const figures = durationsByVertex(
    stats(visits('often', 96, 4), visits('rarely', 1, 1), visits('open', 0, 0)),
    DAG,
  );
  expect(heatOf(figures, 'failures').get('rarely')).toEqual({
    share: 1,
    label: '50.0 %',
    of: 'failed calls',
  });
  expect(heatOf(figures, 'failures').get('often')).toMatchObject({ share: 0.08, label: '4.0 %' });
  expect(heatOf(figures, 'failures').has('open')).toBe(false);
});
