import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { forgetIndex } from './forget-index';
import { storedAbsences } from './absent-endpoints';
import { storedRejectedKinds } from './queries/accepted-kinds';
import { FILTER_CHECK, storedFilterResults } from './queries/filter-check-query';

test('forgets what was remembered about an index, in storage and in the query cache', async () => {
  const client = new QueryClient();
  storedFilterResults.set({ 'agents.list creator': { applied: false, at: 1 } });
  storedRejectedKinds.set({ StakeDeposited: 1 });
  storedAbsences.set({ 'executions.list': { status: 404, code: null, message: '', at: 1 } });
  client.setQueryData([FILTER_CHECK, 'agents.list', 'creator'], { applied: false, at: 1 });
  client.setQueryData(['agents.list', {}, {}], 'rows');
  await forgetIndex(client);
  expect([storedFilterResults.get(), storedRejectedKinds.get(), storedAbsences.get()]).toEqual([{}, {}, {}]);
  expect(client.getQueryData([FILTER_CHECK, 'agents.list', 'creator'])).toBeUndefined();
  expect(client.getQueryState(['agents.list', {}, {}])).toMatchObject({ data: 'rows', isInvalidated: true });
});
