'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/components/shell/failure';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { loadAllQuery } from '@/lib/client/queries/all-pages-query';
import { dag } from '@/lib/view/paths';

/** Structures read at once; each is a request. */
const STEP = 40;

/** The DAGs with a vertex of this tool: no index lists them, so the newest structures are searched. */
export function UsedBy({ fqn }: { fqn: string }) {
  const [limit, setLimit] = useState(STEP);
  const list = useQuery(loadAllQuery('dags.list', {}, (row) => row.object_id, {}));
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
  const using = read
    .map((one) => ({ one, vertices: one.vertices.filter((vertex) => vertex.tool_fqn === fqn) }))
    .filter(({ vertices }) => vertices.length > 0);
  const { error } = list;
  const coverage =
    list.data === undefined ? undefined : `${read.length} of ${list.data.total_items} DAGs searched`;
  return (
    <Panel title="Used by" note={coverage} className="mt-3.5">
      {error !== null && list.data === undefined ? (
        <Failure what="DAGs" error={error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          {using.length === 0 ? (
            <p className="px-3 py-2 text-2">
              {read.length < Math.min(limit, dags.length) || list.data === undefined
                ? 'Searching…'
                : 'Not used by any DAG searched'}
            </p>
          ) : (
            <RowsTable
              label="DAGs that use this tool"
              rows={using}
              rowKey={({ one }) => one.object_id}
              columns={[
                { head: 'DAG', cell: ({ one }) => <Id family="dag" value={one.object_id} /> },
                {
                  head: 'State',
                  cell: ({ one }) => <Status value={one.finalized_at === null ? 'building' : 'finalized'} />,
                },
                {
                  head: 'Vertices',
                  className: 'wrap-anywhere whitespace-normal! sm:min-w-40',
                  cell: ({ one, vertices }) =>
                    vertices.map(({ name }, index) => (
                      <span key={name}>
                        {index > 0 && ', '}
                        <TextLink quiet href={dag(one.object_id, { vertex: name })}>
                          {name}
                        </TextLink>
                      </span>
                    )),
                },
              ]}
            />
          )}
          {(failed > 0 || limit < dags.length) && (
            <p className="flex items-center gap-2 border-t border-line px-3 py-2 text-2">
              {failed > 0 && <span className="text-warn">Couldn&apos;t load {failed}.</span>}
              {limit < dags.length && (
                <Button size="small" onClick={() => setLimit(limit + STEP)}>
                  Search {Math.min(STEP, dags.length - limit)} more
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
