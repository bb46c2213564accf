import type { Bar, TimelineRow } from '@/lib/dag/replay/timeline';
import { vertexStateWord } from '@/lib/dag/run-state';
import { nullReason } from '@/lib/view/null-reasons';
import { formatDuration } from '@/lib/view/time';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';

const VISITS = [
  'Walk',
  'Vertex',
  'State',
  'Variant',
  'Started',
  'Duration',
  'Waiting',
  'Running',
  'Settling',
  'Committed by',
  'Assigned leaders',
];
const FAILURES = ['Walk', 'Vertex', 'Time', 'Failed leader', 'Winner (wallet)', 'Reason'];

interface TimelineTableProps {
  rows: readonly TimelineRow[];
  from: number;
  onBar: (bar: Bar) => void;
  onMoment: (at: number) => void;
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <Row>
        {names.map((name) => (
          <HeadCell key={name}>{name}</HeadCell>
        ))}
      </Row>
    </thead>
  );
}

interface PlaceProps {
  vertex: string;
  iteration: bigint | null;
  onGo: () => void;
}

function Place({ vertex, iteration, onGo }: PlaceProps) {
  return (
    <button type="button" onClick={onGo} className="mono hover:text-accent hover:underline">
      {vertex}
      {iteration !== null && <span className="text-3"> [{String(iteration)}]</span>}
    </button>
  );
}

function Leaders({ ids, label }: { ids: readonly string[]; label: string }) {
  return (
    <Cell label={label}>
      <span className="block">
        {ids.length === 0 && '·'}
        {[...new Set(ids)].map((id) => (
          <span key={id} className="block">
            <Id family="leader" value={id} />
          </span>
        ))}
      </span>
    </Cell>
  );
}

/** Every submission failure, including those without a recorded visit. */
function Failures({ rows, from, onMoment }: Omit<TimelineTableProps, 'onBar'>) {
  const marks = rows.flatMap((row) => row.marks.map((mark) => ({ row, mark })));
  if (marks.length === 0) return null;
  return (
    <Table stacks aria-label="Submission failures" className="border-t border-line">
      <Head names={FAILURES} />
      <tbody>
        {marks.map(({ row, mark }) => (
          <Row key={mark.key} data-timeline-failure={mark.key}>
            <Cell label="Walk">{String(row.walk_index)}</Cell>
            <Cell label="Vertex">
              <Place
                vertex={row.vertex}
                iteration={mark.row.vertex_iteration}
                onGo={() => onMoment(mark.at)}
              />
            </Cell>
            <Cell label="Time">+{formatDuration(mark.time - from)}</Cell>
            <Cell label="Failed leader">
              <Id family="leader" value={mark.row.failed_leader} />
            </Cell>
            <Cell label="Winner (wallet)">
              <Id
                family="address"
                value={mark.row.winning_leader}
                reason={nullReason('submissionFailure', 'winning_leader')}
              />
            </Cell>
            <Cell label="Reason" className="whitespace-normal sm:min-w-40">
              {mark.row.reason}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** The timeline as tables of visits and submission failures. */
export function TimelineTable({ rows, from, onBar, onMoment }: TimelineTableProps) {
  const bars = rows.flatMap((row) => row.bars.map((bar) => ({ row, bar })));
  return (
    <div className="max-h-[60vh] overflow-y-auto" data-testid="timeline-tables">
      {bars.length > 0 && (
        <Table stacks aria-label="Visits" className="sm:[&_:is(td,th):not(:first-child)]:px-2">
          <Head names={VISITS} />
          <tbody>
            {bars.map(({ row, bar }) => {
              const { visit } = bar;
              const spent = (phase: string) => {
                const stretch = bar.stretches.find((one) => one.phase === phase);
                return stretch === undefined ? '·' : formatDuration(stretch.to - stretch.from);
              };
              return (
                <Row key={visit.key} data-timeline-visit={visit.key}>
                  <Cell label="Walk">{String(row.walk_index)}</Cell>
                  <Cell label="Vertex">
                    <Place vertex={visit.vertex} iteration={visit.iteration} onGo={() => onBar(bar)} />
                  </Cell>
                  <Cell label="State">{vertexStateWord(visit.state)}</Cell>
                  <Cell label="Variant">
                    <span className="mono">{visit.variant ?? '·'}</span>
                  </Cell>
                  <Cell label="Started">+{formatDuration(bar.from - from)}</Cell>
                  <Cell label="Duration">{bar.closed ? formatDuration(bar.to - bar.from) : 'running'}</Cell>
                  <Cell label="Waiting">{spent('waiting')}</Cell>
                  <Cell label="Running">{spent('running')}</Cell>
                  <Cell label="Settling">{spent('settling')}</Cell>
                  <Leaders label="Committed by" ids={visit.leader === null ? [] : [visit.leader]} />
                  <Leaders label="Assigned leaders" ids={bar.leaders} />
                </Row>
              );
            })}
          </tbody>
        </Table>
      )}
      <Failures rows={rows} from={from} onMoment={onMoment} />
    </div>
  );
}
