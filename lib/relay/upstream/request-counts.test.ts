import { expect, it } from 'vitest';
import { createRequestCounts } from './request-counts';

it('counts by key, network, hour and route', () => {
  let at = Date.parse('2026-11-21T12:10:00Z');
  const counts = createRequestCounts(() => at);
  const ask = (path: string, key = 'k_1.canary-secret', network = 'main') =>
    counts.note(network, key, { method: 'GET', path });
  ask(`/dags/0x${'a'.repeat(64)}`);
  ask(`/dags/0x${'b'.repeat(64)}`);
  ask('/dags');
  ask('/nowhere');
  at += 3_600_000;
  ask('/dags');
  ask('/dags', 'k_2.canary-secret');
  ask('/dags', 'k_1.canary-secret', 'test');
  expect(counts.of('main', 'k_1.canary-secret')).toEqual({
    since: '2026-11-21T12:10:00.000Z',
    rows: [
      { hour: '2026-11-21T12:00:00.000Z', route: '/dags/{dag_object_id}', requests: 2 },
      { hour: '2026-11-21T12:00:00.000Z', route: '/dags', requests: 1 },
      { hour: '2026-11-21T12:00:00.000Z', route: 'none', requests: 1 },
      { hour: '2026-11-21T13:00:00.000Z', route: '/dags', requests: 1 },
    ],
  });
  expect(counts.of('test', 'k_1.canary-secret').rows).toHaveLength(1);
  expect(counts.of('test', 'k_3.canary-secret').rows).toEqual([]);
});
