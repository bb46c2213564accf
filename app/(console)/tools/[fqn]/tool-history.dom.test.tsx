// What a tool's page says about its collateral, from the events that its index has.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EventsAbout } from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';
import type { ToolDetail } from '@/lib/contract/tools';
import { Staleness } from './tool-history';

test.each([
  ['since its registration', ['ToolUpdatedEvent', 'ToolRegisteredEvent'], 'never slashed'],
  ['in a history that begins later', ['ToolUpdatedEvent'], ''],
  ['in a history without its events', [], ''],
  ['since an update', ['ToolUpdatedEvent', 'ToolSlashedEvent', 'ToolRegisteredEvent'], ''],
])('a tool not slashed %s', (_, kinds, words) => {
  const items = kinds.map((kind) => ({ kind, payload: {} }) as Partial<EventRecord> as EventRecord);
  const about: EventsAbout = {
    items,
    searched: items.length,
    complete: true,
    undecoded: 0,
    rejected: [],
  };
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, initialData: about } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <Staleness fqn="xyz.talus.llm.chat@1" tool={{ vault_balance_us: 66_000n } as ToolDetail} />
    </QueryClientProvider>,
  );
  expect(container.textContent).toBe(words);
});
