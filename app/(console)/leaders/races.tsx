'use client';
import { useQuery } from '@tanstack/react-query';
import { Looked } from '@/components/record/search-summary';
import { Failure } from '@/components/shell/failure';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { submissionRaces, type RaceRecord } from '@/lib/view/submission-races';

const evidence = eventsAboutQuery(['SubmissionFailureEvidenceRecordedEvent'], null, { pages: 20 });
const SHOWN = 3;

/** The leaders' wallets, to name a winner as the leader it is. */
function useCapsByWallet(): ReadonlyMap<string, string> {
  const { data } = useQuery(endpointQuery('leaders.list', {}, { page_size: '100' }));
  return new Map(
    (data?.items ?? []).flatMap(({ leader_address, leader_cap_id }) =>
      leader_address === null ? [] : [[leader_address, leader_cap_id] as const],
    ),
  );
}

function Winners({ race, caps }: { race: RaceRecord; caps: ReadonlyMap<string, string> }) {
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      {race.winners.slice(0, SHOWN).map(({ name, count }) => {
        const cap = caps.get(name);
        return (
          <span key={name} className="inline-flex items-center gap-1">
            {cap === undefined ? <Id family="address" value={name} /> : <Id family="leader" value={cap} />}
            <span className="text-3">{count}</span>
          </span>
        );
      })}
      {race.unwon > 0 && <span className="text-3">no winner told: {race.unwon}</span>}
    </span>
  );
}

/** Who lost submission races, most losses first: from the evidence that the chain recorded. */
export function Races() {
  const query = useQuery(evidence);
  const caps = useCapsByWallet();
  const { error } = query;
  if (query.data === undefined)
    return error === null ? (
      <p className="text-3">Looking through the events…</p>
    ) : (
      <Failure
        what="the evidence of lost races"
        error={error}
        scope="events:read"
        onRetry={() => void query.refetch()}
      />
    );
  const races = submissionRaces(query.data.items);
  return (
    <>
      <p className="mb-2.5 text-2">
        Two leaders are named for every request; whoever submits too late, or wrongly, leaves evidence. A
        leader that never lost is not here.
      </p>
      {races.length === 0 ? (
        <p className="text-2">No indexed event tells of a lost race.</p>
      ) : (
        <div className="rounded-md border border-line bg-surface">
          <Table aria-label="Submission races">
            <thead>
              <tr>
                <HeadCell>Leader cap that lost</HeadCell>
                <HeadCell numeric>Lost</HeadCell>
                <HeadCell>To whom</HeadCell>
                <HeadCell>Why</HeadCell>
              </tr>
            </thead>
            <tbody>
              {races.map((race) => (
                <Row key={race.leader_cap_id}>
                  <Cell>
                    <Id family="leader" value={race.leader_cap_id} />
                  </Cell>
                  <Cell numeric>{race.lost}</Cell>
                  <Cell>
                    <Winners race={race} caps={caps} />
                  </Cell>
                  <Cell className="min-w-52 whitespace-normal! text-2">
                    {race.reasons
                      .slice(0, SHOWN)
                      .map(({ name, count }) => `${name} (${count})`)
                      .join(', ')}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <Looked about={query.data} />
    </>
  );
}
