import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { endpoints } from '@/lib/contract/endpoints';
import { MONEY_KINDS } from '@/lib/view/money-moved';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import { OverviewPage } from './overview-page';
import { countQuery, COUNTED, lastHour, latestQuery, rateQueries, STATES } from './overview-queries';

export const metadata: Metadata = { title: 'Overview' };

/** The hour before the request; a page is made once a request, so this is no part of its rendering. */
async function hourOfRequest(): Promise<string> {
  await headers();
  return lastHour(Date.now());
}

export default async function Overview() {
  const { scopes } = await sessionOnServer();
  const may = (name: keyof typeof endpoints) => scopes.includes(endpoints[name].access);
  const created_after = await hourOfRequest();
  const ofEvents = may('events.list')
    ? [
        ...rateQueries(created_after, readOnServer),
        eventsAboutQuery(MONEY_KINDS, null, { created_after, by: readOnServer }),
      ]
    : [];
  const queries = [
    ...ofEvents,
    ...STATES.filter(({ name }) => may(name)).map(({ name, filters }) =>
      countQuery(name, filters, readOnServer),
    ),
    ...COUNTED.filter(may).map((name) => countQuery(name, {}, readOnServer)),
    ...(['executions.list', 'events.list'] as const)
      .filter(may)
      .map((name) => latestQuery(name, readOnServer)),
  ];
  return (
    <Prefetched queries={queries}>
      <OverviewPage />
    </Prefetched>
  );
}
