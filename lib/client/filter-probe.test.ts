import { expect, test } from 'vitest';
import { endpointNames, endpoints, type ListingName } from '@/lib/contract/endpoints';
import { parseQuery } from '@/lib/contract/request';
import { filterProbe, isFilterApplied, isListNarrowed } from './filter-probe';
import { filterControl } from './ignored-filters';

const listings = endpointNames.filter((name) => endpoints[name].responseType === 'listing') as ListingName[];
const half = () => 0.5;

test.each(listings)('every filter of %s has a probe that the relay lets through', (name) => {
  for (const filter of Object.keys(endpoints[name].query.shape)) {
    if (filterControl(name, filter) === undefined) continue;
    const requested = filter === 'kinds' ? 'DAGCreated' : 'active';
    const probe = filterProbe(name, filter, requested, half);
    expect(probe, filter).not.toBeNull();
    const value = probe?.value ?? '';
    expect(value).not.toBe(requested);
    expect(() => parseQuery(name, new URLSearchParams({ [filter]: value })), filter).not.toThrow();
  }
});

test('rows for an impossible value prove that the filter is ignored, no rows that it is applied', () => {
  const probe = filterProbe('agents.list', 'creator', '0x1', Math.random)!;
  expect(probe.kind).toBe('impossible');
  const applied = (...rows: object[]) =>
    isFilterApplied('agents.list', 'creator', { probe, requested: '0x1' }, rows);
  expect(applied()).toBe(true);
  expect(applied({ creator: null })).toBe(false);
});

test('for another state the rows decide', () => {
  const probe = filterProbe('payments.list', 'final_state', 'pending', half)!;
  expect(probe).toMatchObject({ value: 'accomplished', kind: 'other' });
  const applied = (row: object) =>
    isFilterApplied('payments.list', 'final_state', { probe, requested: 'pending' }, [row]);
  expect(applied({ final_state: 'accomplished' })).toBe(true);
  expect(applied({ final_state: 'pending' })).toBe(false);
  expect(applied({})).toBeNull();
  expect(filterProbe('tools.list', 'verified', 'true', half)?.value).toBe('false');
});

test('several values are probed with the others: an index that takes one may answer no rows', () => {
  const probeFor = (requested: string) => filterProbe('executions.list', 'status', requested, half)!;
  expect(probeFor('failed').value).toBe('running');
  const requested = 'failed,aborted';
  const probe = probeFor(requested);
  expect(probe.value).toBe('running,pending_settlement,succeeded');
  const applied = (...rows: object[]) =>
    isFilterApplied('executions.list', 'status', { probe, requested }, rows);
  expect(applied({ status: 'succeeded' })).toBe(true);
  expect(applied({ status: 'failed' })).toBe(false);
  expect(applied()).toBeNull();
  const all = 'running,pending_settlement,succeeded,failed,aborted';
  expect(probeFor(all).value).toBe('running,pending_settlement');
});

/** Filters with a row that has even an extreme value: a filter that works returns it. */
const RARE: [ListingName, string, string, object][] = [
  [
    'executions.list',
    'created_after',
    '2026-11-01T00:00:00Z',
    { onchain_created_at: '9999-01-01T00:00:00Z' },
  ],
  ['events.list', 'created_before', '2026-11-01T00:00:00Z', { onchain_at: '1969-12-31T00:00:00Z' }],
  ['tasks.list', 'due_after', '2026-11-01T00:00:00Z', { next_due_at: '3001-01-01T00:00:00Z' }],
  ['executions.list', 'min_duration_ms', '5', { duration_ms: 2n ** 60n }],
  ['executions.list', 'max_duration_ms', '5', { duration_ms: 0n }],
  ['dags.list', 'max_vertices', '5', { vertices: 0 }],
  ['payments.list', 'skill_id', '5', { skill_id: 2147483647n }],
];
const rare = RARE.filter(([name, filter]) => filterControl(name, filter) !== undefined);

test.each(rare)(
  '%s %s is neither accused nor trusted for a row that has such a value',
  (name, filter, requested, row) => {
    const probe = filterProbe(name, filter, requested, half)!;
    expect(isFilterApplied(name, filter, { probe, requested }, [row])).not.toBe(false);
    const list = (total: number | null) => ({ rows: [row], total });
    const narrowed = (whole: number | null, probed: number | null) =>
      isListNarrowed(name, filter, probe, { whole: list(whole), probed: list(probed) });
    expect(narrowed(40, 1)).toBe(true);
    expect(narrowed(40, 40)).toBeNull();
    // Rows that arrived meanwhile.
    expect(narrowed(40, 41)).toBeNull();
    expect(narrowed(null, 1)).toBeNull();
  },
);

test('a list in which every row passes an extreme bound without showing why ignores it', () => {
  const probe = filterProbe('executions.list', 'created_after', 'x', half)!;
  const list = { rows: [{ onchain_created_at: null }], total: 40 };
  expect(isListNarrowed('executions.list', 'created_after', probe, { whole: list, probed: list })).toBe(
    false,
  );
});
