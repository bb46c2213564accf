// Why a value of the staking policy is unknown.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ABSENT_FIELDS } from '@/lib/contract/read-answer';
import type { Leader } from '@/lib/contract/leaders';
import { RegistryFacts } from './registry-facts';
import { StakeHeadroom } from './stake-cells';

test.each([
  ['null', {}, 'no update of the minimum stake has been indexed'],
  ['left out', { [ABSENT_FIELDS]: { min_stake_us: 'every row' } }, 'not provided by this index'],
])('a minimum stake that is %s', (_, absent, reason) => {
  const registry = { min_stake_us: null, max_transaction_budget: 1n, unbonding_duration_ms: 1 };
  // The answer of both reads.
  const initialData = { ...registry, ...absent, items: [], metadata: { next_token: null, total_items: 0 } };
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, initialData } } });
  for (const shown of [
    <RegistryFacts key="facts" />,
    <StakeHeadroom key="headroom" leader={{ stake_pool_total: 1n } as Leader} />,
  ]) {
    const { container, unmount } = render(
      <QueryClientProvider client={queries}>{shown}</QueryClientProvider>,
    );
    expect(container.innerHTML).toContain(reason);
    unmount();
  }
});
