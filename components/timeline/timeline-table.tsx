import { missedAt, type TimelineRow } from '@/lib/dag/replay/timeline';
import { vertexStateWord } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';

interface TimelineTableProps {
  rows: readonly TimelineRow[];
  /** The beginning of the run. */
  from: number;
}

/** The timeline told in a table: every bar a row. */
export function TimelineTable({ rows, from }: TimelineTableProps) {
  const bars = rows.flatMap((row) => row.bars.map((bar) => ({ row, bar })));
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <Table aria-label="Visits in time">
        <thead>
          <Row>
            {[
              'Walk',
              'Vertex',
              'State',
              'Variant',
              'Began',
              'Took',
              'Waited',
              'Ran',
              'Settled in',
              'Leader',
              'Leaders that failed',
            ].map((name) => (
              <HeadCell key={name}>{name}</HeadCell>
            ))}
          </Row>
        </thead>
        <tbody>
          {bars.map(({ row, bar }) => {
            const { visit } = bar;
            const missed = missedAt(row, bar);
            const spent = (phase: string) => {
              const stretch = bar.stretches.find((one) => one.phase === phase);
              return stretch === undefined ? '·' : formatDuration(stretch.to - stretch.from);
            };
            return (
              <Row key={visit.key} data-timeline-visit={visit.key}>
                <Cell>{String(row.walk_index)}</Cell>
                <Cell className="mono">
                  {visit.vertex}
                  {visit.iteration !== null && <span className="text-3"> [{String(visit.iteration)}]</span>}
                </Cell>
                <Cell>{vertexStateWord(visit.state)}</Cell>
                <Cell className="mono">{visit.variant ?? '·'}</Cell>
                <Cell>+{formatDuration(bar.from - from)}</Cell>
                <Cell>{bar.closed ? formatDuration(bar.to - bar.from) : 'under way'}</Cell>
                <Cell>{spent('waiting')}</Cell>
                <Cell>{spent('running')}</Cell>
                <Cell>{spent('settling')}</Cell>
                <Cell>{visit.leader === null ? '·' : <Id family="leader" value={visit.leader} />}</Cell>
                <Cell>
                  {missed.length === 0
                    ? '·'
                    : missed.map((mark) => <Id key={mark.key} family="leader" value={mark.failed} />)}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
