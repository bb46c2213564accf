// Over which time the races of leaders are counted.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer } from '@/lib/contract/endpoints';
import { Races } from './races';

test('races say that they are of all time', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const none = { groups: [], left_out: 0, undated: 0 } as Partial<Answer<'stats.leaders'>>;
  queries.setQueryData(
    endpointQuery('stats.leaders', {}, { group_by: 'leader' }).queryKey,
    none as Answer<'stats.leaders'>,
  );
  const { container } = render(
    <QueryClientProvider client={queries}>
      <Races />
    </QueryClientProvider>,
  );
  expect(container.textContent).toContain('All-time figures.');
});
