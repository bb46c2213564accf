import { useQuery } from '@tanstack/react-query';
import { type Figures, PeriodFigures } from '@/components/record/period';
import { Verdict } from '@/components/record/record-page';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { CutText } from '@/components/values/cut-text';
import { KnownDuration } from '@/components/values/duration';
import { Failure, Unloaded } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import type { Answer } from '@/lib/contract/endpoints';
import type { FailureGroup, VertexGroup } from '@/lib/contract/stats';
import { counted, groupDigits } from '@/lib/view/amount';
import { ofCalls, rateText, standsOut } from '@/lib/view/failures';
import { analyze, executions } from '@/lib/view/paths';
import { withinStated } from '@/lib/view/periods';
import { statusWords } from '@/lib/view/status';
import { useToolStats } from './use-tool-stats';

export const NOT_TIMED = 'no call has ended with known times';

/** The calls of a period, with the failures recorded in them. */
interface ToolGroup extends VertexGroup {
  recovered: number;
  causes: number;
}

const ended = (group: VertexGroup) => ofCalls(group).ended;
const rateOf = (group: VertexGroup) => rateText(ofCalls(group));

/** `before`: compared only where calls of it have ended. */
const isAlarming = (now: VertexGroup, before: VertexGroup | undefined) =>
  standsOut(ofCalls(now), before !== undefined && ended(before) > 0 ? ofCalls(before) : null);

/** Calls of the period and of the one before; a period without failures has none recovered. */
function useToolGroups(fqn: string) {
  const { period, label, queries, allowed } = useToolStats(fqn);
  const calls = useQuery(allowed(queries.calls));
  const callsBefore = useQuery(allowed(queries.callsBefore));
  const failures = useQuery(allowed(queries.failures));
  const failuresBefore = useQuery(allowed(queries.failuresBefore));
  const joined = (of: typeof calls, failed: typeof failures) => {
    const [group] = of.data?.groups ?? [];
    const { recovered = 0, causes = 0 } = failed.data?.groups[0] ?? {};
    if (of.data === undefined || failed.data === undefined) return undefined;
    return {
      from: of.data.from,
      to: of.data.to,
      undated: of.data.undated,
      groups: group ? [{ ...group, recovered, causes }] : [],
    };
  };
  return {
    period,
    label,
    current: { ...calls, error: calls.error ?? failures.error, data: joined(calls, failures) },
    before: { ...callsBefore, data: joined(callsBefore, failuresBefore) },
  };
}

/** How many of its calls failed, against the period before, and mostly why. */
export function ToolVerdict({ fqn }: { fqn: string }) {
  const { label, current, before } = useToolGroups(fqn);
  const { queries, allowed } = useToolStats(fqn);
  const reasons = useQuery(allowed(queries.failuresByReason));
  const [group] = current.data?.groups ?? [];
  const [earlier] = before.data?.groups ?? [];
  if (group === undefined) return null;
  const rate = rateOf(group);
  const rateBefore = earlier === undefined ? null : rateOf(earlier);
  const [cause] = (reasons.data?.groups ?? [])
    .filter(({ group, causes }) => group !== null && causes > 0)
    .toSorted((a, b) => b.causes - a.causes);
  const reason = cause?.group ?? null;
  const { causes, recovered } = group;
  return (
    <Verdict>
      {rate === null ? (
        `None of ${counted(group.count, 'call')} has ended in the ${label}.`
      ) : (
        <>
          <b className={`font-medium ${isAlarming(group, earlier) ? 'text-fail' : 'text-text'}`}>{rate}</b> of{' '}
          {counted(ended(group), 'call')} failed in the {label}
          {rateBefore !== null && ` (previously ${rateBefore})`}
          {reason !== null && (
            <>
              . Main reason:{' '}
              <TextLink
                quiet
                href={executions({
                  failed_tool_fqn: fqn,
                  failure_reason: reason,
                  ...(current.data && withinStated(current.data)),
                })}
              >
                <CutText text={reason} most={120} />
              </TextLink>
            </>
          )}
          {causes === 0 && recovered > 0 && `. ${counted(recovered, 'failure')} recovered`}.
        </>
      )}
    </Verdict>
  );
}

/** How calls of a tool went in the executions of a period, beside the period before, and why they failed. */
export function ToolCalls({ fqn }: { fqn: string }) {
  const { period, current, before } = useToolGroups(fqn);
  if (isNotProvided(failureOf(current.error))) return <NoStatistics className="mb-3.5" />;
  if (current.data === undefined)
    return (
      <Unloaded
        query={current}
        what="the statistics of this tool"
        waiting={<Skeleton className="my-3.5 block h-[76px] w-full" />}
      />
    );
  const { undated, groups } = current.data;
  const [group] = groups;
  if (group === undefined) return <p className="my-3.5 text-2">No calls in this period</p>;
  const rows = { failed_tool_fqn: fqn, ...withinStated(current.data) };
  const measured = (measure: string) => () => analyze({ measure, tool_fqn: fqn, period });
  const figures: Figures<ToolGroup> = [
    {
      label: 'Call failure rate',
      show: (of) => <Maybe value={rateOf(of)} reason="no call has ended" />,
      of: (of) => `${groupDigits(of.failed)} of ${groupDigits(ended(of))}`,
      href: measured('failed_calls'),
      isAlarming,
    },
    {
      label: 'Failed executions',
      show: ({ causes }) => groupDigits(causes),
      href: () => executions(rows),
    },
    { label: 'Recovered failures', show: ({ recovered }) => groupDigits(recovered) },
    { label: 'Calls', show: ({ count }) => groupDigits(count), href: measured('calls') },
    {
      label: 'Median duration',
      show: ({ duration_p50_ms }) => <KnownDuration ms={duration_p50_ms} reason={NOT_TIMED} />,
      href: measured('call_p50'),
    },
    {
      label: 'p95 duration',
      show: ({ duration_p95_ms }) => <KnownDuration ms={duration_p95_ms} reason={NOT_TIMED} />,
      href: measured('call_p95'),
    },
  ];
  return (
    <div data-testid="tool-calls" className="mb-3.5">
      <PeriodFigures group={group} figures={figures} before={before} />
      {undated > 0 && <p className="text-3">Excludes {counted(undated, 'execution')} with unknown time</p>}
      {(group.failed > 0 || group.recovered > 0) && (
        <Panel
          title="Why calls failed"
          actions={<TextLink href={executions(rows)}>Failed executions</TextLink>}
        >
          <Failures fqn={fqn} />
        </Panel>
      )}
    </div>
  );
}

interface GroupsProps {
  fqn: string;
  stats: Answer<'stats.failures'>;
}

const rowsOf = (fqn: string, stats: Answer<'stats.failures'>) => ({
  failed_tool_fqn: fqn,
  ...withinStated(stats),
});

const notRecorded = "the log doesn't record it";

/** Recorded failures by reason, the most frequent first; includes recovered failures. */
function FailuresByReason({ fqn, stats }: GroupsProps) {
  const { groups, left_out } = stats;
  if (groups.length === 0) return <p className="px-3 py-2 text-3">No failures recorded by reason</p>;
  return (
    <>
      <RowsTable
        stacks
        label="Failures by reason"
        rows={groups}
        rowKey={({ group }) => group ?? ''}
        columns={[
          {
            head: 'Reason',
            className: 'w-full whitespace-normal! wrap-anywhere',
            cell: ({ group }) => <Maybe value={group} reason={notRecorded} />,
          },
          { head: 'Failures', numeric: true, cell: ({ count }) => groupDigits(count) },
          { head: 'Recovered', numeric: true, cell: ({ recovered }) => groupDigits(recovered) },
          {
            head: 'Failed executions',
            numeric: true,
            cell: ({ group, causes }: FailureGroup) =>
              // No filter selects rows without a value.
              group === null || causes === 0 ? (
                groupDigits(causes)
              ) : (
                <TextLink quiet href={executions({ ...rowsOf(fqn, stats), failure_reason: group })}>
                  {groupDigits(causes)}
                </TextLink>
              ),
          },
        ]}
      />
      {left_out > 0 && <p className="px-3 py-1.5 text-xs text-3">{groupDigits(left_out)} more not shown</p>}
    </>
  );
}

/** The same failures by class, in a line. */
function FailuresByClass({ fqn, stats }: GroupsProps) {
  if (stats.groups.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 border-t border-line px-3 py-2 text-2">
      <span className="text-3">By class</span>
      {stats.groups.map(({ group, count, causes }) => (
        <span key={group}>
          {group === null || causes === 0 ? (
            <Maybe value={group} reason={notRecorded}>
              {statusWords}
            </Maybe>
          ) : (
            <TextLink quiet href={executions({ ...rowsOf(fqn, stats), failure_class: group })}>
              {statusWords(group)}
            </TextLink>
          )}{' '}
          {groupDigits(count)}
        </span>
      ))}
    </p>
  );
}

/** Recorded failures of a tool in the period of the page, by class and by reason. */
function Failures({ fqn }: { fqn: string }) {
  const { queries } = useToolStats(fqn);
  const byClass = useQuery(queries.failuresByClass);
  const byReason = useQuery(queries.failuresByReason);
  const failed = [byClass, byReason].find(({ data, error }) => data === undefined && error !== null);
  if (failed?.error)
    return <Failure what="the failures" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (byClass.data === undefined || byReason.data === undefined)
    return <p className="px-3 py-2 text-3">Loading failures…</p>;
  return (
    <>
      <FailuresByReason fqn={fqn} stats={byReason.data} />
      <FailuresByClass fqn={fqn} stats={byClass.data} />
    </>
  );
}
