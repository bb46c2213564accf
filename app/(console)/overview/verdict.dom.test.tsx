// What the overview says about the lag of an index that copies a chain or another index.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionProvider } from '@/components/shell/session-context';
import type { IndexState, SessionState } from '@/lib/contract/session';
import { States } from './verdict';

function statesOf(index: Partial<IndexState>) {
  const session = { scopes: ['events:read'], index: { mirror_of: null, ...index } } as SessionState;
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <SessionProvider session={session}>
        <States />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return container.textContent.trim();
}

test('the lag of a copy is that of its source, not the age of what it read in bulk', () => {
  const chain = {} as IndexState['chain'];
  expect(statesOf({ chain, behind_ms: 149_662 })).toBe('Index 2 m 30 s behind the chain.');
  expect(statesOf({ chain, behind_ms: null })).toBe('');
  expect(statesOf({ mirror_of: 'https://index.example', behind_ms: 900 })).toBe(
    'Index 1 s behind its source.',
  );
});
