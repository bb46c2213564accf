import type { ReactNode } from 'react';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import type { GraphMarks } from '@/components/graph/graph-context';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import type { DagStructure } from '@/lib/contract/dags';
import type { Change } from '@/lib/dag/structure-diff';
import type { RunDifference, Side, VertexDifference } from '@/lib/dag/replay/compare-runs';
import { vertexStateWord } from '@/lib/dag/run-state';
import { edgeText } from '@/lib/dag/wording';
import { formatDuration } from '@/lib/view/time';
import { stateText } from '@/components/graph/appearance';
import { NO_END_KNOWN } from './execution-facts';

const NO_COST = 'no fees were recorded for this execution';
const SIDES = ['This execution', 'The other'] as const;
const INDEXES = [0, 1] as const;

interface DifferenceProps {
  difference: RunDifference;
  ids: [string, string];
}

/** One of the two runs: its id, how it ended, and the clock its durations are measured by. */
function SideHead({ index, difference, ids }: DifferenceProps & { index: 0 | 1 }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {SIDES[index]}
      <Id family="execution" value={ids[index]} link={index === 1} />
      <Status value={difference.statuses[index] ?? null} reason={NO_END_KNOWN} />
      <span className="font-normal">
        {difference.clocks[index] === 'on chain' ? 'chain time' : 'index time'}
      </span>
    </span>
  );
}

function Figures({ took, cost }: { took: number | null; cost: bigint | null }) {
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      <span className="whitespace-nowrap sm:min-w-14 sm:text-right">
        {took === null ? <span className="text-3">·</span> : formatDuration(took)}
      </span>
      <span className="sm:min-w-30 sm:text-right">
        <Amount value={cost} unit="sui" reason={NO_COST} />
      </span>
    </span>
  );
}

/** Where a run ended at a vertex on the left, its duration and cost on the right. */
function SideCell({ side, label }: { side: Side; label: string }) {
  return (
    <Cell label={label} className="border-l whitespace-normal">
      <span className="flex flex-1 flex-wrap justify-between gap-x-3">
        <span>
          <span className={stateText[side.state]}>{vertexStateWord(side.state)}</span>
          {side.visits > 1 && <span className="text-3"> ×{side.visits}</span>}
          {side.variants.length > 0 && (
            <span className="wrap-anywhere mono"> {side.variants.join(', ')}</span>
          )}
        </span>
        <Figures {...side} />
      </span>
    </Cell>
  );
}

function VertexRow({ of: { vertex, differs, sides } }: { of: VertexDifference }) {
  return (
    <Row
      data-compared={vertex}
      data-differs={differs || undefined}
      className={differs ? 'bg-accent-weak/40' : ''}
    >
      <Cell className="whitespace-normal">
        <span className="wrap-anywhere mono">{vertex}</span>
        {differs && <span className="ml-2 text-2xs text-accent">differs</span>}
      </Cell>
      {INDEXES.map((index) => (
        <SideCell key={index} side={sides[index]} label={SIDES[index]} />
      ))}
    </Row>
  );
}

/** Two runs of one DAG, vertex by vertex, with their differences marked. */
export function RunDifferenceTable({ back, ...props }: DifferenceProps & { back: ReactNode }) {
  const { vertices, only, took, cost } = props.difference;
  const differing = vertices.filter(({ differs }) => differs).length;
  return (
    <Panel
      title="Vertex by vertex"
      note={differing === 0 ? 'Same path' : `${differing} of ${vertices.length} vertices differ`}
      actions={back}
      data-testid="difference"
    >
      {/* Stacked cards have no table head. */}
      <div className="border-b border-line px-3 py-2 text-xs text-3 sm:hidden">
        <SideHead index={0} {...props} />
        <br />
        <SideHead index={1} {...props} />
      </div>
      <Table stacks aria-label="Two executions compared" className="sm:table-fixed">
        <thead>
          <tr>
            <HeadCell className="w-[28%]">Vertex</HeadCell>
            {INDEXES.map((index) => (
              <HeadCell key={index} className="border-l whitespace-normal">
                <SideHead index={index} {...props} />
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {vertices.map((vertex) => (
            <VertexRow key={vertex.vertex} of={vertex} />
          ))}
          <Row className="font-semibold">
            <Cell>Whole run</Cell>
            {INDEXES.map((index) => (
              <Cell key={index} label={SIDES[index]} className="border-l whitespace-normal">
                <span className="flex-1">
                  <Figures took={took[index]} cost={cost[index]} />
                </span>
              </Cell>
            ))}
          </Row>
        </tbody>
      </Table>
      {only.map((edges, index) =>
        edges.length === 0 ? null : (
          <div key={index} className="border-t border-line px-3 py-2 text-2" data-only={index}>
            <p>Edges taken only by {index === 0 ? 'this execution' : 'the other'}</p>
            <ul className="mono">
              {edges.map((edge) => (
                <li key={edge.key} className="break-words">
                  {edgeText(edge)}
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </Panel>
  );
}

const WORDS = { added: 'only the other', removed: 'only this one', changed: 'differs' } as const;

function changeOf({ sides: [one, other], differs }: VertexDifference): Change {
  if (!differs) return 'same';
  if (one.visits === 0) return 'added';
  return other.visits === 0 ? 'removed' : 'changed';
}

interface PathDifferenceProps {
  difference: RunDifference;
  structure: DagStructure | null;
}

/** Where two runs of one DAG diverged, on its graph; nothing where both took the same path. */
export function PathDifference({ difference, structure }: PathDifferenceProps) {
  const { vertices, only } = difference;
  const diverged = vertices.some(({ differs }) => differs) || only.some((edges) => edges.length > 0);
  if (!diverged || structure === null) return null;
  const [mine, theirs] = only;
  const marks: GraphMarks = {
    vertices: new Map(vertices.map((vertex) => [vertex.vertex, changeOf(vertex)])),
    edges: new Map([
      ...mine.map(({ key }) => [key, 'removed'] as const),
      ...theirs.map(({ key }) => [key, 'added'] as const),
    ]),
    words: WORDS,
  };
  return (
    <div className="mb-3">
      <FlowGraphPanel
        structure={structure}
        title="Differences"
        note="Each vertex shows which run reached it"
        subject="Two executions of one DAG"
        marks={marks}
      />
    </div>
  );
}
