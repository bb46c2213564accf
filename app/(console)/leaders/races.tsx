'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unloaded } from '@/components/shell/read-failure';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/plain-link';
import { Id } from '@/components/values/id';
import { RowsTable } from '@/components/values/table';
import { Term } from '@/components/values/term';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { LeaderGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { events } from '@/lib/view/paths';

const SHOWN = 3;
const EVIDENCE = events({ kinds: 'SubmissionFailureEvidenceRecorded' });

/** The most frequent reasons, and the others on demand. */
function Reasons({ reasons }: Pick<LeaderGroup, 'reasons'>) {
  const [all, setAll] = useState(false);
  const visibleReasons = all ? reasons : reasons.slice(0, SHOWN);
  const hidden = reasons.length - visibleReasons.length;
  return (
    <>
      {visibleReasons.map(({ reason, count }) => (
        <span key={reason} className="block">
          {reason} <span className="text-3">{groupDigits(count)}</span>
        </span>
      ))}
      {hidden > 0 && (
        <Button tone="quiet" size="small" className="-ml-2" onClick={() => setAll(true)}>
          {hidden} more
        </Button>
      )}
    </>
  );
}

interface TurnsProps {
  leader: string | null;
  turn: 'lost' | 'won' | 'missed';
  count: number;
}

/** A number of turns, with their events. */
function Turns({ leader, turn, count }: TurnsProps) {
  if (leader === null || count === 0) return groupDigits(count);
  return (
    <TextLink quiet href={events({ turn, leader_cap_id: leader })}>
      {groupDigits(count)}
    </TextLink>
  );
}

/** Submission races by leader, most lost ones first, as the index counts them. */
export function Races() {
  const query = useQuery(endpointQuery('stats.leaders', {}, { group_by: 'leader' }));
  const evidence = <TextLink href={EVIDENCE}>Evidence events</TextLink>;
  if (isNotProvided(failureOf(query.error)))
    return (
      <>
        <NoStatistics className="mb-2.5" />
        {evidence}
      </>
    );
  if (query.data === undefined) return <Unloaded query={query} what="submission races" waiting="Loading…" />;
  const { groups, left_out, undated } = query.data;
  const racers = groups
    .filter(({ missed_turns, won_races }) => missed_turns + won_races > 0)
    .sort((a, b) => b.lost_races - a.lost_races);
  const gaps = [
    left_out > 0 && `${counted(left_out, 'leader')} left out`,
    undated > 0 && `${counted(undated, 'record')} of unknown time not counted`,
  ].filter((gap) => typeof gap === 'string');
  return (
    <>
      <p className="mb-2.5 text-2">
        Two leaders are assigned to every request; a late or invalid submission leaves evidence on chain.
        All-time figures. {gaps.length > 0 && <span className="text-warn">{gaps.join('; ')}. </span>}
        {evidence}
      </p>
      {racers.length === 0 ? (
        <p className="text-2">{gaps.length === 0 ? 'No missed turns' : 'None among the counted records'}</p>
      ) : (
        <div className="rounded-md border border-line bg-surface">
          <RowsTable
            stacks
            label="Submission races"
            rows={racers}
            rowKey={({ group }) => group ?? ''}
            columns={[
              {
                head: <Term of="leader cap">Leader cap</Term>,
                cell: ({ group }) => <Id family="leader" value={group} reason="no event names the leader" />,
              },
              {
                head: 'Lost',
                numeric: true,
                cell: ({ group, lost_races }) => <Turns leader={group} turn="lost" count={lost_races} />,
              },
              {
                head: 'Won',
                numeric: true,
                cell: ({ group, won_races }) => <Turns leader={group} turn="won" count={won_races} />,
              },
              {
                head: 'Missed turns',
                numeric: true,
                cell: ({ group, missed_turns }) => (
                  <Turns leader={group} turn="missed" count={missed_turns} />
                ),
              },
              {
                head: 'Reasons',
                className: 'min-w-52 whitespace-normal! text-2',
                cell: ({ reasons }) => <Reasons reasons={reasons} />,
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
