import { expect, test } from 'vitest';
import { endpointNames, endpoints, type ListingName } from '@/lib/contract/endpoints';
import { parseQuery } from '@/lib/contract/request';
import { filterProbe, isFilterApplied } from './filter-probe';
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
  const probe = filterProbe('agents.list', 'creator', '0x1', Math.random);
  expect(probe?.isImpossible).toBe(true);
  if (probe === null) return;
  expect(isFilterApplied('agents.list', 'creator', probe, [])).toBe(true);
  expect(isFilterApplied('agents.list', 'creator', probe, [{ creator: null }])).toBe(false);
});

test('for another state the rows decide', () => {
  const probe = filterProbe('payments.list', 'final_state', 'pending', half);
  expect(probe).toMatchObject({ value: 'accomplished', isImpossible: false });
  if (probe === null) return;
  const applied = (row: object) => isFilterApplied('payments.list', 'final_state', probe, [row]);
  expect(applied({ final_state: 'accomplished' })).toBe(true);
  expect(applied({ final_state: 'pending' })).toBe(false);
  expect(applied({})).toBeNull();
  expect(filterProbe('tools.list', 'verified', 'true', half)?.value).toBe('false');
});

test('several values are probed with the others: an index that takes one may answer no rows', () => {
  const probeFor = (requested: string) => filterProbe('executions.list', 'status', requested, half)!;
  expect(probeFor('failed').value).toBe('running');
  const probe = probeFor('failed,aborted');
  expect(probe.value).toBe('running,pending_settlement,succeeded');
  const applied = (...rows: object[]) => isFilterApplied('executions.list', 'status', probe, rows);
  expect(applied({ status: 'succeeded' })).toBe(true);
  expect(applied({ status: 'failed' })).toBe(false);
  expect(applied()).toBeNull();
  const all = 'running,pending_settlement,succeeded,failed,aborted';
  expect(probeFor(all).value).toBe(all);
});
