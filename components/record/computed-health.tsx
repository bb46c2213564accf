'use client';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '@/components/shell/failure';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/values/table';
import { Amount } from '@/components/values/amount';
import { KnownDuration } from '@/components/values/duration';
import { Maybe } from '@/components/values/maybe';
import { ProgressBar } from '@/components/values/progress-bar';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { useProgress } from '@/lib/client/queries/all-pages-query';
import { MOST_ROWS, type NewestRows } from '@/lib/client/queries/newest-rows-query';
import type { Execution } from '@/lib/contract/executions';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { groupOfRows, groupsBySkill, leftOut } from '@/lib/view/computed-figures';
import { meanCost, successRate } from '@/lib/view/run-statistics';
import { FigureFacts, type Figures } from './period';

const NOT_TIMED = 'no execution read has a known duration';
const NO_COST = 'no execution read has a known cost';
const NONE_FINISHED = 'no execution read has finished';

function SuccessRate({ group }: { group: ExecutionGroup }) {
  return (
    <Maybe value={successRate(group)} reason={NONE_FINISHED}>
      {(rate) => `${rate} %`}
    </Maybe>
  );
}

const FIGURES: Figures<ExecutionGroup> = [
  { label: 'Executions', show: ({ count }) => groupDigits(count) },
  { label: 'Success rate', show: (group) => <SuccessRate group={group} /> },
  {
    label: 'Median duration',
    show: ({ duration_p50_ms }) => <KnownDuration ms={duration_p50_ms} reason={NOT_TIMED} />,
  },
  {
    label: '95th percentile',
    show: ({ duration_p95_ms }) => <KnownDuration ms={duration_p95_ms} reason={NOT_TIMED} />,
  },
  { label: 'Mean cost', show: (group) => <Amount value={meanCost(group)} unit="sui" reason={NO_COST} /> },
];

/** What the figures are based on. */
function basisOf({ items, read, total_items, complete }: NewestRows<unknown>): string {
  const based = `Based on ${counted(items.length, 'row')}`;
  const which = complete
    ? `all ${groupDigits(read)} of the index`
    : `the newest ${groupDigits(read)} of ${groupDigits(total_items)}`;
  if (items.length < read) return `${based} among ${which}; this index ignores the filter`;
  return complete ? based : `${based}, the newest of ${groupDigits(total_items)}`;
}

/** The rows that a figure leaves out. */
function leftOutText(rows: readonly Execution[]): string {
  const { unfinished, otherState, untimed, unpriced } = leftOut(rows);
  const parts = [
    [unfinished, 'not finished'],
    [otherState, 'in an unknown state'],
    [untimed, 'without a known duration'],
    [unpriced, 'without a known cost'],
  ] as const;
  const named = parts.filter(([rows]) => rows > 0).map(([rows, words]) => `${groupDigits(rows)} ${words}`);
  return named.length === 0 ? '' : `Left out of a figure: ${named.join(', ')}.`;
}

function BySkill({ groups }: { groups: readonly ExecutionGroup[] }) {
  return (
    <RowsTable
      stacks
      label="Executions by skill"
      rows={groups}
      rowKey={({ group }) => group ?? ''}
      attributes={({ group }) => ({ 'data-computed-skill': group ?? '' })}
      columns={[
        {
          head: 'Skill',
          cell: ({ group }) => (group === null ? 'no skill' : `Skill ${group.split('/')[1] ?? ''}`),
        },
        { head: 'Runs', numeric: true, cell: ({ count }) => groupDigits(count) },
        { head: 'Success rate', numeric: true, cell: (group) => <SuccessRate group={group} /> },
        {
          head: 'Cost per run, SUI',
          numeric: true,
          cell: (group) => <Amount value={meanCost(group)} unit="sui" reason={NO_COST} showUnit={false} />,
        },
      ]}
    />
  );
}

interface ComputedFiguresProps {
  rows: NewestRows<Execution>;
  bySkill: boolean;
}

function ComputedFigures({ rows, bySkill }: ComputedFiguresProps) {
  const { items } = rows;
  if (items.length === 0)
    return <p className="px-3 py-2 text-2">{rows.complete ? 'No executions' : 'None among the rows read'}</p>;
  const group = groupOfRows(items);
  const rest = leftOutText(items);
  return (
    <>
      <FigureFacts group={group} figures={FIGURES} />
      {rest !== '' && <p className="px-3 pt-2 text-2">{rest}</p>}
      {bySkill && <BySkill groups={groupsBySkill(items)} />}
    </>
  );
}

interface ComputedHealthProps {
  title: string;
  /** The listing's first page: whether the index has it. */
  list: { data: unknown; error: Error | null };
  query: UseQueryOptions<NewestRows<Execution>, Error, NewestRows<Execution>, readonly unknown[]>;
  bySkill?: boolean;
  className?: string | undefined;
}

/** How executions went, computed on request from their newest rows; for an index without statistics. */
export function ComputedHealth({ title, list, query, bySkill = false, className }: ComputedHealthProps) {
  const client = useQueryClient();
  const rows = useQuery(query);
  const progress = useProgress(query.queryKey);
  if (list.data === undefined && (list.error === null || isNotProvided(failureOf(list.error)))) return null;
  const compute = () => void rows.refetch();
  return (
    <Panel
      title={title}
      note={rows.data === undefined ? undefined : basisOf(rows.data)}
      className={className}
      data-testid="computed-health"
    >
      {rows.data !== undefined && <ComputedFigures rows={rows.data} bySkill={bySkill} />}
      {rows.error !== null && !rows.isFetching && (
        <Failure what="the executions" error={rows.error} onRetry={compute} />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2 text-2">
        {rows.isFetching ? (
          <>
            <ProgressBar
              label="Reading executions"
              done={progress?.read ?? null}
              of={progress?.total ?? null}
            />
            <Button size="small" onClick={() => void client.cancelQueries({ queryKey: query.queryKey })}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <span>
              This index doesn&apos;t provide statistics. They can be computed from up to{' '}
              {groupDigits(MOST_ROWS)} executions, or from all of them in a mirror of the index (
              <span className="mono">npm run index -- follow URL</span>).
            </span>
            <Button size="small" onClick={compute}>
              {rows.data === undefined ? 'Compute' : 'Compute again'}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
