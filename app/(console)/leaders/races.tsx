'use client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SearchSummary } from '@/components/record/event-search';
import { Unloaded } from '@/components/shell/read-failure';
import { RowsTable } from '@/components/values/table';
import { Button } from '@/components/ui/button';
import { Id } from '@/components/values/id';
import { Term } from '@/components/values/term';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery, gapIn } from '@/lib/client/queries/events-about-query';
import { submissionRaces, type RaceRecord } from '@/lib/view/submission-races';

const evidence = eventsAboutQuery(['SubmissionFailureEvidenceRecordedEvent'], null, { pages: 20 });
const SHOWN = 3;

/** Leader caps by wallet, to show a winner's cap. */
function useCapsByWallet(): ReadonlyMap<string, string> {
  const { data } = useQuery(endpointQuery('leaders.list', {}, { page_size: '100' }));
  return new Map(
    (data?.items ?? []).flatMap(({ leader_address, leader_cap_id }) =>
      leader_address === null ? [] : [[leader_address, leader_cap_id] as const],
    ),
  );
}

/** The most frequent items, and the others on demand. */
function Shortened<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, items.length - SHOWN);
  return (
    <>
      {items.slice(0, items.length - hidden).map(children)}
      {hidden > 0 && (
        <Button tone="quiet" size="small" onClick={() => setAll(true)}>
          {hidden} more
        </Button>
      )}
    </>
  );
}

function Winners({ race, caps }: { race: RaceRecord; caps: ReadonlyMap<string, string> }) {
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      <Shortened items={race.winners}>
        {({ name, count }) => {
          const cap = caps.get(name);
          return (
            <span key={name} className="inline-flex items-center gap-1">
              {cap === undefined ? <Id family="address" value={name} /> : <Id family="leader" value={cap} />}
              <span className="text-3">{count}</span>
            </span>
          );
        }}
      </Shortened>
      {race.unwon > 0 && <span className="text-3">no winner: {race.unwon}</span>}
    </span>
  );
}

/** Submission races by losing leader, from the evidence recorded on chain. */
export function Races() {
  const query = useQuery(evidence);
  const caps = useCapsByWallet();
  if (query.data === undefined)
    return <Unloaded query={query} what="submission races" waiting="Searching events…" />;
  const races = submissionRaces(query.data.items);
  const gap = gapIn(query.data);
  return (
    <>
      <p className="mb-2.5 text-2">
        Two leaders are assigned to every request; a late or invalid submission leaves evidence on chain.{' '}
        {gap === null ? 'Leaders without losses are not listed.' : `Counts are lower bounds: ${gap}.`}
      </p>
      {races.length === 0 ? (
        <p className="text-2">{gap === null ? 'No lost races' : `None found; ${gap}`}</p>
      ) : (
        <div className="rounded-md border border-line bg-surface">
          <RowsTable
            label="Submission races"
            rows={races}
            rowKey={(race) => race.leader_cap_id}
            columns={[
              {
                head: <Term of="leader cap">Losing leader cap</Term>,
                cell: (race) => <Id family="leader" value={race.leader_cap_id} />,
              },
              { head: 'Lost', numeric: true, cell: (race) => race.lost },
              { head: 'Won by', cell: (race) => <Winners race={race} caps={caps} /> },
              {
                head: 'Reasons',
                className: 'min-w-52 whitespace-normal! text-2',
                cell: (race) => (
                  <Shortened items={race.reasons}>
                    {({ name, count }) => (
                      <span key={name} className="block">
                        {name} <span className="text-3">{count}</span>
                      </span>
                    )}
                  </Shortened>
                ),
              },
            ]}
          />
        </div>
      )}
      <SearchSummary about={query.data} />
    </>
  );
}
