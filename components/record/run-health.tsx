'use client';
import { useQueries } from '@tanstack/react-query';
import { Unloaded } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Amount } from '@/components/values/amount';
import { KnownDuration } from '@/components/values/duration';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { TitledId } from '@/components/values/titled-id';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import {
  type ExecutionFilters,
  periodQueries,
  BUCKET,
  periodEnd,
  type Period,
  READ_BUCKET,
} from '@/lib/client/queries/run-statistics-query';
import type { ExecutionGroup, ExecutionStats } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { analyze, executions } from '@/lib/view/paths';
import {
  costShares,
  failureRate,
  meanCost,
  totalCost,
  busiest,
  outcomesByBucket,
} from '@/lib/view/run-statistics';
import { type Figures, PeriodPanel, usePeriod } from './period';
import { MiniColumns } from '@/components/charts/mini-columns';
import { useNowValue } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import { bucketDay, bucketStart } from '@/lib/view/time';

const OUTCOMES = [
  // Success is quiet.
  { name: 'succeeded', fill: 'bg-line-strong' },
  { name: 'failed', fill: 'bg-fail' },
  { name: 'aborted', fill: 'bg-warn' },
  { name: 'not finished', fill: 'bg-run' },
] as const;

interface RunTrendProps {
  trend: ExecutionStats;
  period: Period;
  about: ExecutionFilters;
}

/** Executions by hour or day and outcome, and when there were most. */
function RunTrend(props: RunTrendProps) {
  return (
    <>
      <Columns {...props} />
      <Busiest {...props} />
    </>
  );
}

function Columns({ trend: { groups, from }, period }: RunTrendProps) {
  const zone = useZone();
  const now = useNowValue((at) => (at === null ? '' : periodEnd(at)));
  if (from === null || now === '') return null;
  const columns = outcomesByBucket(groups, BUCKET[period], Date.parse(from), Date.parse(now)).map(
    ({ start, counts }) => {
      const when = bucketStart(start, BUCKET[period], zone);
      const words = OUTCOMES.flatMap(({ name }, at) => (counts[at] ? [`${name}: ${counts[at]}`] : []));
      return {
        key: String(start),
        counts,
        tip: [when, ...(words.length > 0 ? words : ['no executions'])].join('\n'),
      };
    },
  );
  const [first, last] = [columns[0], columns.at(-1)].map(
    (column) => column && bucketDay(Number(column.key), BUCKET[period], zone),
  );
  return (
    <div className="px-3 py-2">
      <MiniColumns
        label={`Executions by ${BUCKET[period]} and outcome`}
        fills={OUTCOMES.map(({ fill }) => fill)}
        columns={columns}
        className="h-24"
      />
      <div aria-hidden className="flex flex-wrap justify-between gap-x-3 pt-1 text-xs text-3">
        <span>{first}</span>
        <span className="flex flex-wrap gap-x-3">
          {OUTCOMES.map(({ name, fill }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={`size-2 rounded-xs ${fill}`} />
              {name}
            </span>
          ))}
        </span>
        <span>{last}</span>
      </div>
    </div>
  );
}

/** The hour or day in which most executions started. */
function Busiest({ trend: { groups, from, left_out }, period, about }: RunTrendProps) {
  const zone = useZone();
  const bucket = READ_BUCKET[period];
  const most = busiest(groups, bucket);
  // Groups that were left out belong to some bucket.
  if (most === null || left_out > 0) return null;
  const window = {
    created_after: new Date(Math.max(most.start, Date.parse(from ?? ''))).toISOString(),
    // The bound is inclusive.
    created_before: new Date(most.end - 1).toISOString(),
  };
  return (
    <p className="px-3 pb-2 text-2">
      Busiest {bucket}:{' '}
      <TextLink quiet href={executions({ ...about, ...window })}>
        {bucketStart(most.start, bucket, zone)}
      </TextLink>
      , {counted(most.count, 'execution')}
    </p>
  );
}

const NONE_FINISHED = 'no execution of this period has finished';

const NO_COST = 'no execution has a known cost';

const FIGURES: Figures<ExecutionGroup> = [
  { label: 'Executions', show: ({ count }) => groupDigits(count) },
  {
    label: 'Failed or aborted',
    show: (group) => (
      <Maybe value={failureRate(group)} reason={NONE_FINISHED}>
        {(rate) => `${rate} %`}
      </Maybe>
    ),
  },
  {
    label: 'Median duration',
    show: (group) => <KnownDuration ms={group.duration_p50_ms} reason={NONE_FINISHED} />,
  },
  {
    label: 'Mean duration',
    show: ({ duration_mean_ms, timed }) => (
      <KnownDuration
        ms={duration_mean_ms}
        reason={timed === 0 ? NONE_FINISHED : "this index doesn't provide the mean"}
      />
    ),
  },
  {
    label: 'p95 duration',
    show: (group) => <KnownDuration ms={group.duration_p95_ms} reason={NONE_FINISHED} />,
  },
  {
    label: 'Mean cost',
    show: (group) => <Amount value={meanCost(group)} unit="sui" reason={NO_COST} rounded />,
  },
];

interface FailingProps {
  groups: readonly ExecutionGroup[];
  /** The filters of the executions behind the figures. */
  rows: Readonly<Record<string, string>>;
}

function FailingTools({ groups, rows }: FailingProps) {
  const tools = groups.filter(({ group }) => group !== null).slice(0, 5);
  if (tools.length === 0) return <p className="px-3 py-2 text-2">No execution failed at a tool</p>;
  return (
    <RowsTable
      rows={tools}
      rowKey={({ group }) => group ?? ''}
      columns={[
        { head: 'Failing tool', cell: ({ group }) => <Fqn value={group ?? ''} /> },
        {
          head: 'Failed executions',
          numeric: true,
          headClass: 'max-sm:whitespace-normal',
          cell: ({ group, count }) => (
            <TextLink quiet href={executions({ ...rows, failed_tool_fqn: group ?? '' })}>
              {groupDigits(count)}
            </TextLink>
          ),
        },
        {
          head: 'Cost, SUI',
          numeric: true,
          cell: (group) => (
            <Amount value={totalCost(group)} unit="sui" reason={NO_COST} showUnit={false} rounded />
          ),
        },
      ]}
    />
  );
}

function FailingSkills({ groups, rows }: FailingProps) {
  const failing = groups
    .filter(({ group, failed, aborted }) => group !== null && failed + aborted > 0)
    .sort((a, b) => b.failed + b.aborted - (a.failed + a.aborted))
    .slice(0, 5);
  if (failing.length === 0) return null;
  return (
    <RowsTable
      rows={failing}
      rowKey={({ group }) => group ?? ''}
      columns={[
        {
          head: 'Failing skill',
          wide: true,
          cell: ({ group, title }) => <SkillOfGroup group={group ?? ''} title={title} />,
        },
        {
          head: 'Failed executions',
          numeric: true,
          headClass: 'max-sm:whitespace-normal',
          cell: (row) => (
            <TextLink
              quiet
              href={executions({ ...rows, ...skillFilters(row.group ?? ''), status: 'failed,aborted' })}
            >
              {groupDigits(row.failed + row.aborted)}
            </TextLink>
          ),
        },
        {
          head: 'Failure rate',
          numeric: true,
          headClass: 'max-sm:whitespace-normal',
          cell: (row) => (
            <TextLink quiet href={executions({ ...rows, ...skillFilters(row.group ?? '') })}>
              {failureRate(row)} %
            </TextLink>
          ),
        },
      ]}
    />
  );
}

function skillFilters(group: string) {
  const [agent_object_id = '', skill_id = ''] = group.split('/');
  return { agent_object_id, skill_id };
}

/** `agent/skill` as what the skill does, or its number, and its agent. */
function SkillOfGroup({ group, title }: { group: string; title: string | null }) {
  const { agent_object_id: agent, skill_id: skill } = skillFilters(group);
  return <TitledId family="agent" value={agent} title={title || `skill ${skill}`} reason="" />;
}

/** What the known cost consisted of. */
function CostSplit({ group }: { group: ExecutionGroup }) {
  const shares = costShares(group);
  if (shares === null) return null;
  return (
    <p className="px-3 pt-2 text-2">
      Cost: {shares.gas} % gas, {shares.tools} % tools, {shares.priority} % priority fees
    </p>
  );
}

interface RunHealthProps {
  title: string;
  /** Which executions; all of them by default. */
  about?: ExecutionFilters;
  className?: string;
}

const ALL: ExecutionFilters = {};

/** How executions of a period went, beside the period before. */
export function RunHealth({ title, about = ALL, className }: RunHealthProps) {
  const { period, end } = usePeriod();
  const [current, before, tools, skills, trend] = useQueries({ queries: periodQueries(period, end, about) });
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className={className} />;
  const { undated = 0, from = null } = current.data ?? {};
  const rows = { ...about, ...(from !== null && { created_after: from }) };
  return (
    <PeriodPanel
      title={title}
      className={className}
      note={undated > 0 ? `without ${counted(undated, 'execution')} of unknown time` : undefined}
      period={period}
      link={
        <>
          <TextLink href={analyze({ measure: 'failure_rate', ...about })}>Analyze</TextLink>
          <TextLink href={executions(about)}>All executions</TextLink>
        </>
      }
      current={current}
      before={before}
      what="the statistics of executions"
      none="No executions in this period"
      waitingClass="h-[220px]"
      figures={FIGURES}
    >
      {(group) => (
        <>
          <CostSplit group={group} />
          {trend.data !== undefined && <RunTrend trend={trend.data} period={period} about={about} />}
          {tools.data === undefined ? (
            <Unloaded query={tools} what="the failing tools" waiting={null} />
          ) : (
            <FailingTools groups={tools.data.groups} rows={rows} />
          )}
          {skills.data !== undefined && <FailingSkills groups={skills.data.groups} rows={rows} />}
        </>
      )}
    </PeriodPanel>
  );
}
