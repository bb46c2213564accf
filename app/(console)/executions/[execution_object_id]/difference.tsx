import type { ReactNode } from 'react';
import type { RunDifference, Side } from '@/lib/dag/replay/compare';
import { vertexStateWord } from '@/lib/dag/run-state';
import { edgeText } from '@/lib/dag/wording';
import { formatDuration } from '@/lib/view/time';
import { stateText } from '@/components/graph/run-colours';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';

const NO_COST = 'no fees were recorded for this execution';

function Took({ ms }: { ms: number | null }) {
  return ms === null ? <span className="text-3">·</span> : <>{formatDuration(ms)}</>;
}

function SideCells({ side }: { side: Side }) {
  return (
    <>
      <Cell className={`border-l ${stateText[side.state]}`}>
        {vertexStateWord(side.state)}
        {side.visits > 1 && <span className="text-3"> ×{side.visits}</span>}
      </Cell>
      <Cell className="mono">{side.variants.join(', ') || <span className="text-3">·</span>}</Cell>
      <Cell numeric>
        <Took ms={side.took} />
      </Cell>
      <Cell numeric>
        <Amount value={side.cost} unit="sui" reason={NO_COST} showUnit={false} />
      </Cell>
    </>
  );
}

interface DifferenceProps {
  difference: RunDifference;
  /** Of one execution twice, where a file holds how it stood before. */
  ids: [string, string];
  /** The name of the file that the other comes from. */
  file: string | null;
  back: ReactNode;
}

/** Two runs of one DAG in one table: what differs is marked, what is the same stays for the eye. */
export function Difference({ difference, ids, file, back }: DifferenceProps) {
  const { vertices, only, took, cost, clocks, statuses } = difference;
  const differing = vertices.filter(({ differs }) => differs).length;
  return (
    <Panel
      title="Two runs of one DAG"
      note={differing === 0 ? 'the same path' : `${differing} of ${vertices.length} vertices differ`}
      actions={back}
      data-testid="difference"
    >
      <Table aria-label="Two executions compared">
        <thead>
          <tr>
            <HeadCell rowSpan={2}>Vertex</HeadCell>
            {ids.map((id, index) => (
              <HeadCell key={index} colSpan={4} className="border-l">
                <span className="inline-flex flex-wrap items-center gap-x-2">
                  {index === 0 ? 'this' : 'the other'}
                  <Id family="execution" value={id} link={index === 1 && file === null} />
                  <Status value={statuses[index] ?? null} />
                  <span className="font-normal">
                    {clocks[index] === 'on chain' ? 'chain time' : 'index time'}
                    {index === 1 && file !== null && (
                      <>
                        , from the file <span className="mono">{file}</span>
                      </>
                    )}
                  </span>
                </span>
              </HeadCell>
            ))}
          </tr>
          <tr>
            {ids.flatMap((_, side) =>
              ['State', 'Variants', 'Took', 'Cost, SUI'].map((name, index) => (
                <HeadCell
                  key={`${side} ${name}`}
                  numeric={index > 1}
                  className={index === 0 ? 'border-l' : ''}
                >
                  {name}
                </HeadCell>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {vertices.map(({ vertex, sides, differs }) => (
            <Row
              key={vertex}
              data-compared={vertex}
              data-differs={differs || undefined}
              className={differs ? 'bg-accent-weak/40' : ''}
            >
              <Cell className="mono">
                {vertex}
                {differs && <span className="ml-2 font-sans text-2xs text-accent">differs</span>}
              </Cell>
              <SideCells side={sides[0]} />
              <SideCells side={sides[1]} />
            </Row>
          ))}
          <Row className="font-semibold">
            <Cell>Whole run</Cell>
            {([0, 1] as const).flatMap((index) => [
              <Cell key={`${index} words`} colSpan={2} className="border-l" />,
              <Cell key={`${index} took`} numeric>
                {formatDuration(took[index])}
              </Cell>,
              <Cell key={`${index} cost`} numeric>
                <Amount value={cost[index]} unit="sui" reason={NO_COST} showUnit={false} />
              </Cell>,
            ])}
          </Row>
        </tbody>
      </Table>
      {only.map((edges, index) =>
        edges.length === 0 ? null : (
          <div key={index} className="border-t border-line px-3 py-2 text-2" data-only={index}>
            <p>Only {index === 0 ? 'this one' : 'the other'} went along</p>
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
