// What a tool's page says about its collateral, from the events that its index has.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import type { EventsAbout } from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';
import type { ToolDetail } from '@/lib/contract/tools';
import { Staleness } from './tool-history';

function stalenessOf(events: readonly Partial<EventRecord>[], chain: object | null = null) {
  const items = events.map((event) => ({ payload: {}, ...event }) as EventRecord);
  const about: EventsAbout = {
    items,
    searched: items.length,
    complete: true,
    undecoded: 0,
    rejected: [],
  };
  const { container } = render(
    <PageFrame queries={idleQueries(about)} session={{ index: { chain } }}>
      <Staleness fqn="xyz.talus.llm.chat@1" tool={{ vault_balance_us: 66_000n } as ToolDetail} />
    </PageFrame>,
  );
  return container.textContent;
}

test.each([
  ['since its registration', ['ToolUpdatedEvent', 'ToolRegisteredEvent'], 'never slashed'],
  ['in a history that begins later', ['ToolUpdatedEvent'], ''],
  ['in a history without its events', [], ''],
  ['since an update', ['ToolUpdatedEvent', 'ToolSlashedEvent', 'ToolRegisteredEvent'], ''],
])('a tool not slashed %s', (_, kinds, words) => {
  expect(stalenessOf(kinds.map((kind) => ({ kind })))).toBe(words);
});

test('a slash is taken off once: an index of a chain reads the tool again after each of its events', () => {
  const events = [
    {
      kind: 'ToolSlashedEvent',
      payload: { tool: `0x${'a'.repeat(64)}`, fqn: 'xyz.talus.llm.chat@1', amount: 100n },
      onchain_at: '2026-09-01T10:00:00.000Z',
    },
    { kind: 'ToolRegisteredEvent' },
  ];
  expect(stalenessOf(events)).toMatch(/^since slashed by 0.0000001 US/);
  expect(stalenessOf(events, {})).toBe('');
});
