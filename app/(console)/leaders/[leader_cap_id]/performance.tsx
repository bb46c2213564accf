'use client';
// How a leader did in a period, beside the period before (GET /stats/leaders), and its latest turns (events).
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Figures, ofTotal, PeriodFigures, usePeriod, usePeriodStats } from '@/components/record/period';
import { type ColumnSeries, PeriodColumns, SeriesLegend } from '@/components/record/period-columns';
import type { EventSearch } from '@/components/record/event-search';
import { Verdict } from '@/components/record/record-page';
import { deposits } from '@/app/(console)/fees/summary';
import { NoStatistics } from '@/components/shell/no-statistics';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNameOf } from '@/components/values/names';
import { RowsTable } from '@/components/values/table';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery, gapIn } from '@/lib/client/queries/events-about-query';
import { BUCKET, type Period, spansTo } from '@/lib/client/queries/run-statistics-query';
import type { Leader } from '@/lib/contract/leaders';
import type { LeaderGroup } from '@/lib/contract/stats';
import { counted, formatRounded, groupDigits } from '@/lib/view/amount';
import { changeOfRate, type Rate, rateText, standsOut } from '@/lib/view/failures';
import { countByTool, type Turn, turnOf } from '@/lib/view/leader-turns';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { analyze, events, leader as leaderPage } from '@/lib/view/paths';
import { PERIODS, type Span, within } from '@/lib/view/periods';
import { momentOf } from '@/lib/view/stake-history';
import { stakeLedgerQuery } from './stakers';

/** Missed turns among all of its turns. */
const turnsOf = ({ commits, missed_turns }: LeaderGroup): Rate => ({
  failed: missed_turns,
  ended: commits + missed_turns,
});

/** Its statistics by hour or day, and in total. */
function useTurns(leader_cap_id: string) {
  const bucket = BUCKET[usePeriod().period];
  return usePeriodStats('stats.leaders', { leader_cap_id, bucket, total: 'true' });
}

type Turns = ReturnType<typeof useTurns>;

const measure = (leader_cap_id: string, period: Period, name: string, by = 'leader') =>
  analyze({ measure: name, by, leader_cap_id, period });

/** How many turns it missed, against the period before, and mainly why. */
export function TurnsVerdict({ leader_cap_id }: { leader_cap_id: string }) {
  const { period, current, before } = useTurns(leader_cap_id);
  if (current.data === undefined) return null;
  const { total } = current.data;
  const span = `in the ${PERIODS[period].label.toLowerCase()}`;
  const rate = total === null ? { failed: 0, ended: 0 } : turnsOf(total);
  const earlier = before.data?.total ? turnsOf(before.data.total) : null;
  if (total === null || rate.ended === 0) return <Verdict>No turns {span}.</Verdict>;
  const change = changeOfRate(rate, earlier);
  const turns = counted(rate.ended, 'turn');
  if (rate.failed === 0)
    return (
      <Verdict>
        Committed{' '}
        <TextLink quiet href={measure(leader_cap_id, period, 'commits')}>
          all {turns}
        </TextLink>{' '}
        {span}; none missed{change}.
      </Verdict>
    );
  const [reason] = total.reasons;
  return (
    <Verdict>
      Missed{' '}
      <TextLink quiet href={missedTurns(leader_cap_id, period)}>
        <b className={standsOut(rate, earlier) ? 'text-fail' : ''}>{rateText(rate)}</b> of {turns}
      </TextLink>{' '}
      {span}
      {change}
      {reason !== undefined && (
        <>
          . {reason.count === rate.failed ? 'Reason' : 'Main reason'}:{' '}
          <TextLink quiet href={measure(leader_cap_id, period, 'missed_turns', 'reason')}>
            {reason.reason}
          </TextLink>
        </>
      )}
      .
    </Verdict>
  );
}

/** The rows that the figure of missed turns counts. */
const missedTurns = (leader_cap_id: string, period: Period) =>
  leaderPage(leader_cap_id, { tab: 'missed', period });

function figures(leader_cap_id: string, period: Period, span: Span): Figures<LeaderGroup> {
  const races = (turn: string) => () => events({ leader_cap_id, turn, ...within(span) });
  const to = (name: string) => () => measure(leader_cap_id, period, name);
  return [
    { label: 'Turns', show: (group) => groupDigits(turnsOf(group).ended) },
    { label: 'Commits', show: ({ commits }) => groupDigits(commits), href: to('commits') },
    {
      label: 'Missed turns',
      show: (group) => <Maybe value={rateText(turnsOf(group))} reason="it had no turn" />,
      of: (group) => `${groupDigits(group.missed_turns)} of ${groupDigits(turnsOf(group).ended)}`,
      href: () => missedTurns(leader_cap_id, period),
      isAlarming: (group, before) => standsOut(turnsOf(group), before ? turnsOf(before) : null),
    },
    {
      label: 'Lost races',
      show: ({ lost_races }) => groupDigits(lost_races),
      of: ({ missed_turns }) => `of ${counted(missed_turns, 'missed turn')}`,
      href: races('lost'),
    },
    { label: 'Won races', show: ({ won_races }) => groupDigits(won_races), href: races('won') },
    {
      label: 'Priority fees',
      show: ({ priority_fee_mist }) => <Amount value={priority_fee_mist} unit="sui" rounded />,
      href: () => deposits(span, leader_cap_id),
    },
  ];
}

const TURNS: readonly ColumnSeries[] = [
  // At the bottom, so that failures are comparable across days.
  { name: 'missed', fill: 'bg-fail' },
  { name: 'committed', fill: 'bg-line-strong' },
];
const FEES: readonly ColumnSeries[] = [{ name: 'fees', fill: 'bg-line-strong' }];

const COLUMNS = 'mb-3.5 grid items-start gap-3.5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]';

/** Why its turns were missed, beside the period before. */
function Reasons({ now, before }: { now: LeaderGroup; before: LeaderGroup | null | undefined }) {
  const { reasons, missed_turns } = now;
  const reasonTotal = reasons.reduce((sum, { count }) => sum + count, 0);
  if (reasonTotal === 0) return <p className="px-3 py-2 text-3">No reasons recorded</p>;
  return (
    <>
      <RowsTable
        label="Why turns were missed"
        rows={reasons}
        rowKey={({ reason }) => reason}
        columns={[
          { head: 'Reason', wide: true, holds: 'sentence', cell: ({ reason }) => reason },
          { head: 'Turns', numeric: true, cell: ({ count }) => groupDigits(count) },
          {
            head: 'Previous',
            numeric: true,
            className: 'text-3',
            cell: ({ reason }) =>
              before === undefined
                ? ''
                : groupDigits(before?.reasons.find((other) => other.reason === reason)?.count ?? 0),
          },
        ]}
      />
      {reasonTotal < missed_turns && (
        <p className="px-3 py-2 text-3">{groupDigits(missed_turns - reasonTotal)} for other reasons</p>
      )}
    </>
  );
}

interface PerformanceProps {
  leader: Leader;
  /** Below the days. */
  latest: ReactNode;
  /** Below the reasons. */
  stake: ReactNode;
}

interface TurnsOfProps {
  leader_cap_id: string;
  turns: Turns;
}

/** Turns and fees by day. */
function Days({ leader_cap_id, turns }: TurnsOfProps) {
  const { period, end, current, before } = turns;
  const ledger = useQuery(stakeLedgerQuery(leader_cap_id)).data?.items ?? [];
  const marks = ledger
    .filter(({ kind }) => kind === 'slashed')
    .map((slash) => ({ at: momentOf(slash), mark: { text: 'slashed', tone: 'fail' as const } }));
  if (current.data === undefined || current.data.total === null) return null;
  const columns = { period, end, groups: current.data.groups, before: before.data?.groups };
  return (
    <Panel
      title={`By ${BUCKET[period]}`}
      note={<SeriesLegend series={TURNS} before={PERIODS[period].before} />}
      actions={<TextLink href={measure(leader_cap_id, period, 'commits')}>Analyze</TextLink>}
    >
      <div className="grid gap-3 p-3">
        <h3 className="text-2xs text-3">Turns</h3>
        <PeriodColumns
          {...columns}
          title="Turns"
          marks={marks}
          noun="turn"
          series={TURNS}
          countsOf={({ missed_turns, commits }) => [missed_turns, commits]}
        />
        <h3 className="text-2xs text-3">Priority fees, SUI</h3>
        <PeriodColumns
          {...columns}
          title="Priority fees"
          noun="MIST"
          series={FEES}
          countsOf={({ priority_fee_mist }) => [Number(priority_fee_mist)]}
          format={(mist) => formatRounded(BigInt(Math.round(mist)))}
          className="h-20"
          hrefOf={(bucket) => deposits(bucket, leader_cap_id)}
        />
      </div>
    </Panel>
  );
}

/** The figures of a period, or why there are none. */
function TurnFigures({ leader_cap_id, turns }: TurnsOfProps) {
  const { period, end, current, before } = turns;
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className="mb-3.5" />;
  if (current.data === undefined)
    return (
      <Unloaded
        query={current}
        what="the turns of this leader"
        waiting={<Skeleton className="mb-3.5 block h-80" />}
      />
    );
  const { total, undated } = current.data;
  if (total === null) return null;
  return (
    <>
      {undated > 0 && <p className="mb-2 text-3">Excludes {counted(undated, 'record')} with unknown time</p>}
      <PeriodFigures
        group={total}
        figures={figures(leader_cap_id, period, spansTo(period, end).current)}
        before={ofTotal(before)}
        className="mt-0!"
      />
    </>
  );
}

/** Figures, days and reasons of a period. What is beside them stays mounted while they load. */
export function Performance({ leader, latest, stake }: PerformanceProps) {
  const { leader_cap_id } = leader;
  const turns = useTurns(leader_cap_id);
  const { period, current, before } = turns;
  const total = current.data?.total ?? null;
  return (
    <>
      <TurnFigures leader_cap_id={leader_cap_id} turns={turns} />
      <div className={COLUMNS}>
        <div className="grid gap-3.5">
          <Days leader_cap_id={leader_cap_id} turns={turns} />
          {latest}
        </div>
        <div className="grid gap-3.5">
          {total !== null && total.missed_turns > 0 && (
            <Panel
              title="Why turns were missed"
              actions={<TextLink href={missedTurns(leader_cap_id, period)}>All missed turns</TextLink>}
            >
              <Reasons now={total} before={before.data?.total} />
            </Panel>
          )}
          {stake}
        </div>
      </div>
    </>
  );
}

const MISSED = 'SubmissionFailureEvidenceRecordedEvent';
const LATEST = 8;

interface TurnsProps {
  leader: Leader;
  search: EventSearch;
  label: string;
  most?: number;
  none: string;
}

/** The turns of a leader among the events that a search finds. */
function Turns({ leader, search, label, most, none }: TurnsProps) {
  const query = useQuery(search);
  const nameOf = useNameOf();
  const { data } = query;
  if (data === undefined)
    return <Unloaded query={query} what="the turns" waiting={<Skeleton className="m-3 block h-48" />} />;
  const turns = data.items.flatMap((event) => turnOf(event, leader) ?? []).slice(0, most);
  const gap = gapIn(data);
  return (
    <>
      {turns.length === 0 ? (
        <p className="px-3 py-2 text-2">{gap === null ? none : `None found; ${gap}`}</p>
      ) : (
        <RowsTable
          stacks
          label={label}
          rows={turns}
          rowKey={({ event }) => String(event.id)}
          attributes={({ event }) => ({ 'data-row': String(event.id) })}
          columns={[
            {
              head: 'On chain',
              cell: ({ event }) => (
                <Time
                  at={event.onchain_at}
                  clock="on chain"
                  reason={nullReason(eventRecordReasons, 'onchain_at', event)}
                />
              ),
            },
            {
              head: 'Execution',
              wide: true,
              cell: ({ execution, dag }) => (
                <Id family="execution" value={execution} name={nameOf(dag)} withId />
              ),
            },
            { head: 'Vertex', className: 'mono', cell: ({ vertex }) => <Sentence parts={[vertex]} /> },
            {
              head: 'Result',
              holds: 'sentence',
              cell: ({ missed }) => <Result missed={missed} />,
            },
          ]}
        />
      )}
      {most === undefined && turns.length > 0 && gap !== null && <p className="px-3 py-2 text-warn">{gap}</p>}
    </>
  );
}

/** The newest committed and missed turns. */
export function LatestTurns({ leader }: { leader: Leader }) {
  return (
    <Panel title="Latest turns">
      <Turns
        leader={leader}
        search={eventsAboutQuery(['CommittedToolResultEvent', MISSED], null, {
          pages: 3,
          leader_cap_id: leader.leader_cap_id,
        })}
        label="Latest turns"
        most={LATEST}
        none="No turns"
      />
    </Panel>
  );
}

/** Structures that are read for the tools of vertices. */
const MOST_DAGS = 12;

/** At which tools turns were missed: events name the vertex, and its DAG the tool. */
function ByTool({ leader, search }: Pick<TurnsProps, 'leader' | 'search'>) {
  const { data } = useQuery(search);
  const turns = data?.items.flatMap((event) => turnOf(event, leader) ?? []) ?? [];
  const dags = [...new Set(turns.map(({ dag }) => dag))].slice(0, MOST_DAGS);
  const structures = useQueries({
    queries: dags.map((dag_object_id) => endpointQuery('dags.structure', { dag_object_id })),
  });
  if (data === undefined || structures.some(({ isPending }) => isPending))
    return <Skeleton className="m-3 block h-24" />;
  if (turns.length === 0) return null;
  return (
    <div className="border-b border-line [&_table]:max-w-md">
      <RowsTable
        label="Missed turns by tool"
        rows={countByTool(
          turns,
          structures.flatMap((structure) => structure.data ?? []),
        )}
        rowKey={({ tool }) => tool ?? ''}
        columns={[
          {
            head: 'Tool',
            cell: ({ tool }) => (
              <Maybe value={tool} reason="the structure of the DAG was not read">
                {(fqn) => <Fqn value={fqn} />}
              </Maybe>
            ),
          },
          { head: 'Missed turns', numeric: true, cell: (row) => groupDigits(row.turns) },
        ]}
      />
    </div>
  );
}

/** The missed turns of the page's period, which the figure counts, and their tools. */
export function MissedTurns({ leader }: { leader: Leader }) {
  const { period, end } = usePeriod();
  if (end === '') return null;
  const search = eventsAboutQuery([MISSED], null, within(spansTo(period, end).current));
  return (
    <>
      <ByTool leader={leader} search={search} />
      <Turns
        leader={leader}
        search={search}
        label="Missed turns"
        none={`No missed turns in the ${PERIODS[period].label.toLowerCase()}`}
      />
    </>
  );
}

function Result({ missed }: Pick<Turn, 'missed'>) {
  if (missed === null) return <span className="text-2">committed</span>;
  return (
    <>
      <span className="text-fail">missed</span>: {missed.reason}
      {missed.winner !== null && (
        <>
          , lost to <Id family="address" value={missed.winner} copy={false} />
        </>
      )}
    </>
  );
}
