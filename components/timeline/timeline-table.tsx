import { useMemo, type ComponentProps } from 'react';
import { type Bar, type TimelineRow, walkSpans } from '@/lib/dag/replay/timeline';
import { vertexStateWord } from '@/lib/dag/run-state';
import { nullReason } from '@/lib/view/null-reasons';
import { submissionFailureReasons } from '@/lib/view/null-reasons/executions';
import { formatDuration } from '@/lib/view/time';
import { ShowMore } from '@/components/values/show-more';
import { RowsTable } from '@/components/values/table';
import { Id } from '@/components/values/id';
import { LongText } from '@/components/values/long-text';
import { Mono } from '@/components/ui/mono';
import { useRowLimit } from '@/components/ui/use-row-limit';

interface TimelineTableProps {
  rows: readonly TimelineRow[];
  from: number;
  onBar: (bar: Bar) => void;
  onMoment: (at: number) => void;
}

interface PlaceProps {
  vertex: string;
  iteration: bigint | null;
  onGo: () => void;
}

function Place({ vertex, iteration, onGo }: PlaceProps) {
  return (
    <button translate="no" type="button" onClick={onGo} className="mono hover:text-accent hover:underline">
      {vertex}
      {iteration !== null && <span className="text-3"> [{String(iteration)}]</span>}
    </button>
  );
}

function Leaders({ ids }: { ids: readonly string[] }) {
  return (
    <span className="block">
      {ids.length === 0 && '·'}
      {[...new Set(ids)].map((id) => (
        <span key={id} className="block">
          <Id family="leader" value={id} />
        </span>
      ))}
    </span>
  );
}

/** Every submission failure, including those without a recorded visit. */
function Failures({ rows, from, onMoment }: Omit<TimelineTableProps, 'onBar'>) {
  const marks = rows.flatMap((row) => row.marks.map((mark) => ({ row, mark })));
  if (marks.length === 0) return null;
  return (
    <RowsTable
      stacks
      label="Submission failures"
      className="border-t border-line"
      rows={marks}
      rowKey={({ mark }) => mark.key}
      attributes={({ mark }) => ({ 'data-timeline-failure': mark.key })}
      columns={[
        { head: 'Walk', label: 'Walk', cell: ({ row }) => String(row.walk_index) },
        {
          head: 'Vertex',
          cell: ({ row, mark }) => (
            <Place vertex={row.vertex} iteration={mark.row.vertex_iteration} onGo={() => onMoment(mark.at)} />
          ),
        },
        { head: 'Time', cell: ({ mark }) => `+${formatDuration(mark.time - from)}` },
        { head: 'Failed leader', cell: ({ mark }) => <Id family="leader" value={mark.row.failed_leader} /> },
        {
          head: 'Winner (wallet)',
          cell: ({ mark }) => (
            <Id
              family="address"
              value={mark.row.winning_leader}
              reason={nullReason(submissionFailureReasons, 'winning_leader', mark.row)}
            />
          ),
        },
        {
          head: 'Reason',
          className: 'whitespace-normal sm:min-w-40',
          cell: ({ mark }) => <LongText text={mark.row.reason} label="reason" />,
        },
      ]}
    />
  );
}

function spent(phase: string) {
  return ({ bar }: { bar: Bar }) => {
    const stretch = bar.stretches.find((candidate) => candidate.phase === phase);
    return stretch === undefined ? '·' : formatDuration(stretch.to - stretch.from);
  };
}

const lengthOf = (part: { from: number; to: number; closed: boolean }) =>
  part.closed ? formatDuration(part.to - part.from) : 'running';

type LimitedTableProps<Item> = Omit<ComponentProps<typeof RowsTable<Item>>, 'total' | 'stacks'> & {
  /** Rows shown at first. */
  first: number;
  noun: string;
  moreClass: string;
};

function LimitedTable<Item>({ first, noun, moreClass, rows, ...table }: LimitedTableProps<Item>) {
  const [limit, setLimit] = useRowLimit(first);
  return (
    <>
      <RowsTable {...table} stacks rows={rows.slice(0, limit)} total={rows.length} />
      <ShowMore
        shown={limit}
        total={rows.length}
        noun={noun}
        onMore={() => setLimit(limit * 5)}
        className={`px-3 py-1.5 ${moreClass}`}
      />
    </>
  );
}

/** How long each walk took, the slowest first; nothing where there is only one. */
function Walks({ rows, from, onBar }: Omit<TimelineTableProps, 'onMoment'>) {
  const walks = useMemo(() => walkSpans(rows), [rows]);
  if (walks.length < 2) return null;
  return (
    <LimitedTable
      first={10}
      noun="walks"
      moreClass="border-b border-line"
      label="Walks"
      className="border-b border-line"
      rows={walks}
      rowKey={({ walk_index }) => String(walk_index)}
      attributes={({ walk_index }) => ({ 'data-timeline-walk': String(walk_index) })}
      columns={[
        { head: 'Walk', label: 'Walk', cell: ({ walk_index }) => String(walk_index) },
        { head: 'Duration', cell: lengthOf },
        { head: 'Started', cell: (walk) => `+${formatDuration(walk.from - from)}` },
        { head: 'Visits', cell: ({ visits }) => visits },
        {
          head: 'Slowest visit',
          cell: ({ slowest }) => (
            <>
              <Place
                vertex={slowest.visit.vertex}
                iteration={slowest.visit.iteration}
                onGo={() => onBar(slowest)}
              />{' '}
              {lengthOf(slowest)}
            </>
          ),
        },
      ]}
    />
  );
}

export function TimelineTable({ rows, from, onBar, onMoment }: TimelineTableProps) {
  const bars = useMemo(
    () => rows.flatMap((row) => row.bars.map((bar) => ({ row, bar, visit: bar.visit }))),
    [rows],
  );
  return (
    <div className="max-h-[60vh] overflow-y-auto" data-testid="timeline-tables">
      <Walks rows={rows} from={from} onBar={onBar} />
      {bars.length > 0 && (
        <LimitedTable
          first={200}
          noun="visits"
          moreClass="border-t border-line"
          label="Visits"
          className="sm:[&_:is(td,th):not(:first-child)]:px-2"
          rows={bars}
          rowKey={({ visit }) => visit.key}
          attributes={({ visit }) => ({ 'data-timeline-visit': visit.key })}
          columns={[
            { head: 'Walk', label: 'Walk', cell: ({ row }) => String(row.walk_index) },
            {
              head: 'Vertex',
              cell: ({ bar, visit }) => (
                <Place vertex={visit.vertex} iteration={visit.iteration} onGo={() => onBar(bar)} />
              ),
            },
            { head: 'State', cell: ({ visit }) => vertexStateWord(visit.state) },
            {
              head: 'Variant',
              cell: ({ visit }) => <Mono>{visit.variant ?? '·'}</Mono>,
            },
            { head: 'Started', cell: ({ bar }) => `+${formatDuration(bar.from - from)}` },
            {
              head: 'Duration',
              cell: ({ bar }) => lengthOf(bar),
            },
            { head: 'Waiting', cell: spent('waiting') },
            { head: 'Running', cell: spent('running') },
            { head: 'Settling', cell: spent('settling') },
            {
              head: 'Committed by',
              cell: ({ visit }) => <Leaders ids={visit.leader === null ? [] : [visit.leader]} />,
            },
            { head: 'Assigned leaders', cell: ({ bar }) => <Leaders ids={bar.leaders} /> },
          ]}
        />
      )}
      <Failures rows={rows} from={from} onMoment={onMoment} />
    </div>
  );
}
