'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { KnownDuration } from '@/components/values/duration';
import { Failure, reasonOf } from '@/components/shell/read-failure';
import { Button } from '@/components/ui/button';
import { Mono } from '@/components/ui/mono';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/values/table';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { loadAllQuery } from '@/lib/client/queries/all-pages-query';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { counted, groupDigits, partOf } from '@/lib/view/amount';
import { dag, dags as dagList, executions } from '@/lib/view/paths';
import { withinStated } from '@/lib/view/periods';
import { NOT_TIMED } from './tool-calls';
import { useHasToolStats, useToolStats } from './use-tool-stats';
import { buildState } from '@/lib/view/build-state';
import { nullReason } from '@/lib/view/null-reasons';
import { dagStructureReasons } from '@/lib/view/null-reasons/dags';

/** Structures read at once; each is a request. */
const STEP = 40;

interface Use {
  dag_object_id: string;
  /** Null where the index leaves out when it was finalized. */
  state: ReturnType<typeof buildState>;
  /** Why it is null. */
  reason: string;
  vertex: string;
}

/** Why it is unknown whether a vertex without a group had calls. */
export function noGroupReason({ left_out }: { left_out: number }): string {
  return left_out > 0 ? 'not among the vertices that the index returned' : 'some calls have no known time';
}

/** Figures of the calls at each vertex, and how often it caused an execution to fail, by `dag/vertex`. */
function useVertexFigures(fqn: string) {
  const { label, queries, allowed } = useToolStats(fqn);
  const calls = useQuery(allowed(queries.callsByVertex));
  const failures = useQuery(allowed(queries.failuresByVertex));
  const keyOf = ({ dag_object_id, vertex }: Use) => `${dag_object_id}/${vertex}`;
  /** Null: unknown; undefined: none. */
  const groupIn = <Group extends { group: string | null }>(
    { data }: { data: { groups: readonly Group[]; left_out: number; undated: number } | undefined },
    use: Use,
  ): Group | null | undefined => {
    const found = data?.groups.find(({ group }) => group === keyOf(use));
    return found ?? (data === undefined || data.left_out > 0 || data.undated > 0 ? null : undefined);
  };
  const why = ({ data, error }: { data: { left_out: number } | undefined; error: Error | null }) => {
    if (data !== undefined) return noGroupReason(data);
    return error === null ? 'loading' : reasonOf(error);
  };
  return {
    label,
    period: failures.data && withinStated(failures.data),
    calls: (use: Use) => ({ group: groupIn(calls, use), reason: why(calls) }),
    failures: (use: Use) => ({ group: groupIn(failures, use), reason: why(failures) }),
  };
}

type VertexDuration = ReturnType<typeof useVertexFigures>;

const NO_CALLS = <span className="text-3">no calls</span>;

/** Columns of the calls at a vertex. */
function figureColumns({ period, calls, failures }: VertexDuration) {
  const duration = (use: Use, field: 'duration_p50_ms' | 'duration_p95_ms') => {
    const { group, reason } = calls(use);
    if (group === undefined) return null;
    return <KnownDuration ms={group?.[field] ?? null} reason={group === null ? reason : NOT_TIMED} />;
  };
  return [
    {
      head: 'Calls',
      numeric: true,
      cell: (use: Use) => {
        const { group, reason } = calls(use);
        if (group === undefined) return NO_CALLS;
        return (
          <Maybe value={group} reason={reason}>
            {({ count }) => groupDigits(count)}
          </Maybe>
        );
      },
    },
    { head: 'Median duration', numeric: true, cell: (use: Use) => duration(use, 'duration_p50_ms') },
    { head: 'p95 duration', numeric: true, cell: (use: Use) => duration(use, 'duration_p95_ms') },
    {
      head: 'Failed executions',
      numeric: true,
      cell: (use: Use) => {
        const { group, reason } = failures(use);
        if (group === undefined || group?.causes === 0) return '0';
        const { dag_object_id, vertex } = use;
        return (
          <Maybe value={group} reason={reason}>
            {({ causes }) => (
              <TextLink quiet href={executions({ dag_object_id, failed_vertex: vertex, ...period })}>
                {groupDigits(causes)}
              </TextLink>
            )}
          </Maybe>
        );
      },
    },
  ];
}

/** The DAGs that the index lists for this tool, and how far that can be trusted: rows do not show their tools. */
function useDagsOf(fqn: string) {
  const filters = { tool_fqn: fqn };
  const list = useQuery(loadAllQuery('dags.list', {}, (row) => row.object_id, filters));
  const answer = useMemo(
    () =>
      list.data && {
        items: list.data.items,
        metadata: { next_token: null, total_items: list.data.total_items },
      },
    [list.data],
  );
  return { list, check: useFilterCheck('dags.list', {}, filters, answer ?? null) };
}

/** The vertices of this tool, from the structures of its DAGs; an index that ignores the filter lists all, and the newest are searched. */
export function UsedBy({ fqn }: { fqn: string }) {
  const [limit, setLimit] = useState(STEP);
  const { list, check } = useDagsOf(fqn);
  const isSearch = check.ignored.length > 0 || check.unchecked.length > 0;
  const dags = list.data?.items ?? [];
  const structures = useQueries({
    queries: dags.slice(0, limit).map(({ object_id, finalized_at }) => ({
      ...endpointQuery('dags.structure', { dag_object_id: object_id }),
      // A finalized DAG never changes.
      ...(finalized_at === null ? {} : { staleTime: Infinity }),
    })),
  });
  const read = structures.flatMap(({ data }) => data ?? []);
  const failed = structures.filter(({ error }) => error !== null).length;
  const using = read.flatMap((structure) => {
    const state = buildState(structure);
    const reason = nullReason(dagStructureReasons, 'finalized_at', structure);
    return structure.vertices
      .filter(({ tool_fqn }) => tool_fqn === fqn)
      .map(({ name }): Use => ({ dag_object_id: structure.object_id, state, reason, vertex: name }));
  });
  const hasFigures = useHasToolStats(fqn);
  const figures = useVertexFigures(fqn);
  const isReading = list.data === undefined || read.length + failed < Math.min(limit, dags.length);
  const isUnused = check.total !== null && failed === 0 && limit >= dags.length;
  const unused = isUnused ? 'Not used by any DAG' : 'Not used by any DAG searched';
  const noUse = isReading ? 'Searching…' : unused;
  const { error } = list;
  const notes = [
    check.total !== null && counted(check.total, 'DAG'),
    isSearch && list.data && `${partOf(read.length, list.data.total_items)} DAGs searched`,
    hasFigures && using.length > 0 && `calls in the ${figures.label}`,
  ].filter((note) => typeof note === 'string');
  return (
    <Panel
      title="Used by"
      note={notes.join('; ')}
      className="mt-3.5"
      actions={
        check.total !== null &&
        check.total > 0 && <TextLink href={dagList({ tool_fqn: fqn })}>In the list of DAGs</TextLink>
      }
    >
      {error !== null && list.data === undefined ? (
        <Failure what="DAGs" error={error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          {using.length === 0 ? (
            <p className="px-3 py-2 text-2">{noUse}</p>
          ) : (
            <RowsTable
              stacks
              label="DAGs that use this tool"
              rows={using}
              rowKey={({ dag_object_id, vertex }) => `${dag_object_id}/${vertex}`}
              attributes={({ dag_object_id, vertex }) => ({ 'data-use': `${dag_object_id}/${vertex}` })}
              columns={[
                {
                  head: 'DAG',
                  wide: true,
                  headClass: 'sm:min-w-48',
                  cell: ({ dag_object_id }) => <Id family="dag" value={dag_object_id} />,
                },
                {
                  head: 'Vertex',
                  className: 'wrap-anywhere whitespace-normal! sm:min-w-28 xl:min-w-40',
                  cell: ({ dag_object_id, vertex }) => (
                    <TextLink quiet href={dag(dag_object_id, { vertex })}>
                      <Mono>{vertex}</Mono>
                    </TextLink>
                  ),
                },
                {
                  head: 'State',
                  cell: ({ state, reason }) => <Status value={state} reason={reason} />,
                },
                ...(hasFigures ? figureColumns(figures) : []),
              ]}
            />
          )}
          {(failed > 0 || limit < dags.length) && (
            <p className="flex items-center gap-2 border-t border-line px-3 py-2 text-2">
              {failed > 0 && <span className="text-warn">Couldn&apos;t load {failed}.</span>}
              {limit < dags.length && (
                <Button size="small" onClick={() => setLimit(limit + STEP)}>
                  {isSearch ? 'Search' : 'Show'} {Math.min(STEP, dags.length - limit)} more
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
