import { expect, test, vi } from 'vitest';
import { droppedOf, loadUsageUrl, usageQueries } from './usage-queries';

const NOW = Date.parse('2026-11-26T14:35:00.000Z');

/** What an address asks the index for, and what of it is not used. */
function asked(search: string) {
  const params = new URLSearchParams(search);
  const { chart } = usageQueries(loadUsageUrl(params), NOW);
  return { query: chart.queryKey.at(-1), dropped: droppedOf(params).map(({ key }) => key) };
}

test.each([
  ['window=custom&from=1', ['from']],
  ['window=custom&from=2026-11-20T00:00&to=+275760-09-13T00:00:00.000Z', ['from', 'to']],
  ['window=year&granularity=minute&group_by=tool&view=pie', ['granularity', 'group_by', 'view', 'window']],
  ['window=custom&from=&to=', []],
])('names what it does not use: %s', (search, keys) => {
  const { query, dropped } = asked(search);
  expect(dropped.toSorted()).toEqual(keys);
  expect(query).not.toMatchObject({ from: expect.stringMatching(/^(?!2026-11-2[0-9]T)/) });
});

test('asks the same in every zone', () => {
  const askedIn = (name: string) => {
    vi.stubEnv('TZ', name);
    return asked('window=custom&from=2026-11-20T00:00&to=2026-11-22T00:00:00%2B01:00').query;
  };
  try {
    expect(askedIn('America/New_York')).toEqual(askedIn('Asia/Tokyo'));
    expect(askedIn('Asia/Tokyo')).toMatchObject({ to: '2026-11-21T23:00:00.000Z' });
  } finally {
    vi.unstubAllEnvs();
  }
});
