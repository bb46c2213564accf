import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type EventsAbout, eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';
import { EventList } from './event-list';

it('names the kind of an event on tap and focus', () => {
  const event = { id: 5n, kind: 'ToolRegisteredEvent', payload: {}, onchain_at: null, tx_digest: null };
  const about: EventsAbout = {
    items: [event as unknown as EventRecord],
    searched: 1,
    complete: true,
    undecoded: 0,
    rejected: [],
  };
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, initialData: about } } });
  render(
    <QueryClientProvider client={queries}>
      <EventList search={eventsAboutQuery([], null)} what="events" none="none" />
    </QueryClientProvider>,
  );
  const dot = document.querySelector<HTMLElement>('[data-tip="ToolRegistered"]');
  expect(dot?.tabIndex).toBe(0);
  expect(dot?.getAttribute('aria-description')).toBe('ToolRegistered');
});
