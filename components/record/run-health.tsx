'use client';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { Failure, reasonOf } from '@/components/shell/failure';
import { Choice } from '@/components/ui/chip';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/ui/table';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { useOfNow } from '@/components/values/now';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { withPageKeys } from '@/lib/client/filters';
import {
  type ExecutionFilters,
  periodEnd,
  periodQueries,
  PERIODS,
  type Period,
} from '@/lib/client/queries/run-statistics-query';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { failureRate, meanCost } from '@/lib/view/run-statistics';
import { formatDuration } from '@/lib/view/time';

const DEFAULT: Period = '7d';
const NONE_FINISHED = 'no execution of this period has finished';

interface FigureProps {
  label: string;
  now: ExecutionGroup;
  /** Null: no execution; undefined: being read. */
  before: ExecutionGroup | Error | null | undefined;
  show: (group: ExecutionGroup) => ReactNode;
}

/** A figure of this period, and the same of the period before. */
function Figure({ label, now, before, show }: FigureProps) {
  return (
    <Fact label={label}>
      <span className="text-lg font-semibold tracking-tight">{show(now)}</span>
      <span className="ml-2 text-xs text-3 sm:ml-0 sm:block">
        before: {before === undefined && '…'}
        {before === null && 'none'}
        {before instanceof Error && <Maybe value={null} reason={reasonOf(before)} />}
        {before && !(before instanceof Error) && show(before)}
      </span>
    </Fact>
  );
}

function Duration({ ms }: { ms: bigint | null }) {
  return (
    <Maybe value={ms} reason={NONE_FINISHED}>
      {(known) => <span data-exact={String(known)}>{formatDuration(Number(known))}</span>}
    </Maybe>
  );
}

const FIGURES: readonly Omit<FigureProps, 'now' | 'before'>[] = [
  { label: 'Executions', show: ({ count }) => groupDigits(count) },
  {
    label: 'Failed or aborted',
    show: (group) => (
      <Maybe value={failureRate(group)} reason={NONE_FINISHED}>
        {(rate) => `${rate} %`}
      </Maybe>
    ),
  },
  { label: 'Median duration', show: (group) => <Duration ms={group.duration_p50_ms} /> },
  { label: '95th percentile', show: (group) => <Duration ms={group.duration_p95_ms} /> },
  {
    label: 'Mean cost',
    show: (group) => <Amount value={meanCost(group)} unit="sui" reason="no execution has a known cost" />,
  },
];

function FailingTools({ groups }: { groups: readonly ExecutionGroup[] }) {
  const tools = groups.filter(({ group }) => group !== null).slice(0, 5);
  if (tools.length === 0) return <p className="px-3 py-2 text-2">No execution failed at a tool</p>;
  return (
    <RowsTable
      rows={tools}
      rowKey={({ group }) => group ?? ''}
      columns={[
        { head: 'Failing tool', cell: ({ group }) => <Fqn value={group ?? ''} /> },
        { head: 'Failed executions', numeric: true, cell: ({ count }) => groupDigits(count) },
        {
          head: 'Cost',
          numeric: true,
          cell: (group) => {
            const { gas_mist, tool_cost_mist, priority_fee_mist } = group;
            return (
              <Amount
                value={group.priced === 0 ? null : gas_mist + tool_cost_mist + priority_fee_mist}
                unit="sui"
                reason="no execution has a known cost"
              />
            );
          },
        },
      ]}
    />
  );
}

interface RunHealthProps {
  title: string;
  /** Which executions; all of them by default. */
  about?: ExecutionFilters;
  className?: string;
}

const ALL: ExecutionFilters = {};

/** How executions of a period went, beside the period before; only where the index has statistics. */
export function RunHealth({ title, about = ALL, className }: RunHealthProps) {
  const url = usePageUrl();
  const asked = url.search.get('period');
  const period = PERIODS.find(({ value }) => value === asked)?.value ?? DEFAULT;
  const end = useOfNow((now) => (now === null ? '' : periodEnd(now)));
  const [current, before, tools] = useQueries({ queries: periodQueries(period, end, about) });
  if (isNotProvided(failureOf(current.error))) return null;
  const group = current.data?.groups[0];
  const earlier = before.data === undefined ? (before.error ?? undefined) : (before.data.groups[0] ?? null);
  const { undated = 0 } = current.data ?? {};
  return (
    <Panel
      title={title}
      className={className}
      note={undated > 0 ? `without ${counted(undated, 'execution')} of unknown time` : undefined}
      actions={
        <>
          <Choice
            label="Period"
            value={period}
            options={PERIODS}
            onChange={(next) =>
              url.replace(withPageKeys(url.search, { period: next === DEFAULT ? undefined : next }))
            }
          />
          <TextLink href={executions(about)}>All executions</TextLink>
        </>
      }
    >
      {current.error !== null && current.data === undefined && (
        <Failure
          what="the statistics of executions"
          error={current.error}
          onRetry={() => void current.refetch()}
        />
      )}
      {current.error === null && current.data === undefined && (
        <div className="h-[172px] p-3">
          <Skeleton className="block h-full w-full" />
        </div>
      )}
      {current.data !== undefined && group === undefined && (
        <p className="px-3 py-2 text-2">No executions in this period</p>
      )}
      {group !== undefined && (
        <Facts className="my-0! rounded-none! border-0 border-b!">
          {FIGURES.map((figure) => (
            <Figure key={figure.label} {...figure} now={group} before={earlier} />
          ))}
        </Facts>
      )}
      {tools.error !== null && tools.data === undefined && (
        <Failure what="the failing tools" error={tools.error} onRetry={() => void tools.refetch()} />
      )}
      {tools.data !== undefined && group !== undefined && <FailingTools groups={tools.data.groups} />}
    </Panel>
  );
}
