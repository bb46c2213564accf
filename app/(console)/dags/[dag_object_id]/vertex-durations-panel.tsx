import { useMemo } from 'react';
import { useVertexSelection } from '@/components/graph/graph-address';
import { vertexColumn } from '@/components/graph/vertex-column';
import { KnownDuration } from '@/components/values/duration';
import { CaptionedTable } from '@/components/values/table';
import { Failure } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { PlainLink } from '@/components/ui/plain-link';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { counted, groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { withinStated } from '@/lib/view/periods';
import { type VertexDurationsState, durationsByVertex } from './use-vertex-durations';

/** The slowest ones. */
const FIRST = 10;

const NOT_TIMED = 'no visit has ended with known times';

interface VertexDurationsProps {
  dag_object_id: string;
  graph: FlowGraph;
  stats: VertexDurationsState;
}

/** How long each vertex took in the executions of the period, the slowest first; nothing where none was visited. */
export function VertexDurationsPanel({ dag_object_id, graph, stats }: VertexDurationsProps) {
  const selection = useVertexSelection();
  const { data, error, period } = stats;
  const figures = useMemo(() => data && durationsByVertex(data, dag_object_id), [data, dag_object_id]);
  if (figures?.length === 0 && data?.left_out === 0) return null;
  const unvisited = figures && graph.vertices.length - figures.length;
  const notes = [
    `Executions in the ${period}`,
    data && data.undated > 0 && `excludes ${counted(data.undated, 'execution')} with unknown time`,
    data && data.left_out > 0 && `without ${counted(data.left_out, 'vertex', 'vertices')} with fewer visits`,
    data?.left_out === 0 &&
      unvisited !== undefined &&
      unvisited > 0 &&
      `${counted(unvisited, 'vertex', 'vertices')} not visited`,
  ].filter((note): note is string => typeof note === 'string');
  return (
    <Panel
      title="Duration by vertex"
      note={notes.join('; ')}
      className="mt-3.5"
      data-testid="vertex-durations"
    >
      {error !== null && data === undefined && (
        <Failure what="the durations of vertices" error={error} onRetry={() => void stats.refetch()} />
      )}
      {figures && (
        <CaptionedTable
          caption="Slowest first"
          none="No visits in this period"
          rows={figures}
          first={FIRST}
          rowKey={({ vertex }) => vertex}
          attributes={({ vertex }) => ({ 'data-duration-of': vertex })}
          isSelected={({ vertex }) => vertex === selection.selected}
          columns={[
            vertexColumn(selection),
            {
              head: 'Median duration',
              numeric: true,
              cell: ({ duration_p50_ms }) => <KnownDuration ms={duration_p50_ms} reason={NOT_TIMED} />,
            },
            {
              head: 'p95 duration',
              numeric: true,
              cell: ({ duration_p95_ms }) => <KnownDuration ms={duration_p95_ms} reason={NOT_TIMED} />,
            },
            {
              head: 'Longest',
              numeric: true,
              cell: ({ duration_max_ms }) => <KnownDuration ms={duration_max_ms} reason={NOT_TIMED} />,
            },
            { head: 'Visits', numeric: true, cell: ({ count }) => groupDigits(count) },
            {
              head: 'Failed',
              numeric: true,
              cell: ({ vertex, failed }) =>
                failed === 0 ? (
                  '0'
                ) : (
                  <PlainLink
                    href={executions({
                      dag_object_id,
                      failed_vertex: vertex,
                      ...(data && withinStated(data)),
                    })}
                    data-tip="Executions of this period that failed because of this vertex"
                    className="text-fail hover:underline"
                  >
                    {groupDigits(failed)}
                  </PlainLink>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
