import { type ReactNode, useState } from 'react';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import type { GraphMarks } from '@/components/graph/graph-context';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/values/table';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { PortValue } from '@/components/values/port-value';
import { Status } from '@/components/values/status';
import type { DagStructure } from '@/lib/contract/dags';
import type { Change } from '@/lib/dag/structure-diff';
import {
  PARTS,
  type PortDifference,
  type RunDifference,
  type Side,
  type VertexDifference,
} from '@/lib/dag/replay/compare-runs';
import { vertexStateWord } from '@/lib/dag/run-state';
import { edgeText } from '@/lib/dag/wording';
import { counted } from '@/lib/view/amount';
import { shortId } from '@/lib/view/ids';
import { formatDuration } from '@/lib/view/time';
import { stateText } from '@/components/graph/appearance';
import { NO_END_KNOWN } from './execution-facts';
import { LongText } from '@/components/values/long-text';
import { Mono } from '@/components/ui/mono';

const NO_COST = 'no fees were recorded for this execution';
const INDEXES = [0, 1] as const;

interface DifferenceProps {
  difference: RunDifference;
  /** Of this execution and of the one it is compared with. */
  ids: readonly [string, string];
}

type SideNames = readonly [string, string];

/** One of the two runs: its id, how it ended, and the clock its durations are measured by. */
function SideHead({ index, difference, ids }: DifferenceProps & { index: 0 | 1 }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {index === 0 && 'This execution'}
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
        {took === null ? <span className="text-3">none</span> : formatDuration(took, { measured: true })}
      </span>
      <span className="sm:min-w-24 sm:text-right">
        <ColumnAmount value={cost} unit="sui" reason={NO_COST} decimals={5} showUnit />
      </span>
    </span>
  );
}

/** Where a run ended at a vertex and why it failed there on the left, its duration and cost on the right. */
function SideCell({ side, label }: { side: Side; label: string }) {
  return (
    <Cell label={label} className="border-l whitespace-normal">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>
            <span className={stateText[side.state]}>{vertexStateWord(side.state)}</span>
            {side.visits > 1 && <span className="text-3"> ×{side.visits}</span>}
            {side.variants.length > 0 && <Mono className="wrap-anywhere"> {side.variants.join(', ')}</Mono>}
          </span>
          <Figures {...side} />
        </p>
        {side.reasons.map((reason) => (
          <div key={reason} className="wrap-anywhere text-fail">
            <LongText text={reason} label="reason" />
          </div>
        ))}
      </div>
    </Cell>
  );
}

/** Values shown of a port that was visited several times. */
const MOST_VALUES = 5;

/** A port and what it carried in each run, visit by visit. */
function PortRow({ difference, names }: { difference: PortDifference; names: SideNames }) {
  const { direction, port, values } = difference;
  return (
    <Row data-compared-port={port}>
      <Cell className="align-top whitespace-normal sm:pl-6">
        <p>
          <span className="text-3">{direction}</span> <Mono className="wrap-anywhere">{port}</Mono>
        </p>
      </Cell>
      {INDEXES.map((index) => (
        <Cell key={index} label={names[index]} className="border-l align-top whitespace-normal">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            {values[index].length === 0 && <span className="text-3">none</span>}
            {values[index].slice(0, MOST_VALUES).map((value, visit) => (
              // The order of visits is fixed: its place is a value's only identity.
              <div key={visit}>
                {value === null ? <span className="text-3">not recorded</span> : <PortValue port={value} />}
              </div>
            ))}
            {values[index].length > MOST_VALUES && (
              <span className="text-3">{values[index].length - MOST_VALUES} more not shown</span>
            )}
          </div>
        </Cell>
      ))}
    </Row>
  );
}

function VertexRows({ difference, names }: { difference: VertexDifference; names: SideNames }) {
  const { vertex, parts, ports, sides } = difference;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Row
        data-compared={vertex}
        data-differs={parts.length > 0 ? parts.join(' ') : undefined}
        className={parts.includes('path') ? 'bg-accent-weak/40' : ''}
      >
        <Cell className="whitespace-normal">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <Mono className="wrap-anywhere">{vertex}</Mono>
            {parts.length > 0 && <span className="text-2xs text-accent">differs: {parts.join(', ')}</span>}
            {ports.length > 0 && (
              <span className="-mx-2 basis-full">
                <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  {isOpen ? 'Hide' : 'Show'} {counted(ports.length, 'value')}
                </Button>
              </span>
            )}
          </div>
        </Cell>
        {INDEXES.map((index) => (
          <SideCell key={index} side={sides[index]} label={names[index]} />
        ))}
      </Row>
      {isOpen &&
        ports.map((port) => (
          <PortRow key={`${port.direction} ${port.port}`} difference={port} names={names} />
        ))}
    </>
  );
}

/** The vertices at which both runs did the same, folded. */
function EqualRows({ vertices, names }: { vertices: readonly VertexDifference[]; names: SideNames }) {
  const [isOpen, setOpen] = useState(false);
  if (vertices.length === 0) return null;
  return (
    <>
      <Row>
        <Cell colSpan={3}>
          <Button
            size="small"
            tone="quiet"
            aria-expanded={isOpen}
            className="-mx-2"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} {counted(vertices.length, 'equal row')}
          </Button>
        </Cell>
      </Row>
      {isOpen &&
        vertices.map((vertex) => <VertexRows key={vertex.vertex} difference={vertex} names={names} />)}
    </>
  );
}

/** In how many vertices each part differs. */
function summaryOf(vertices: readonly VertexDifference[]): string {
  const differing = PARTS.flatMap((part) => {
    const count = vertices.filter(({ parts }) => parts.includes(part)).length;
    return count === 0 ? [] : [`${part} ${count}`];
  });
  const all = counted(vertices.length, 'vertex', 'vertices');
  if (differing.length === 0) return `No differences at ${all}`;
  const isSamePath = vertices.every(({ parts }) => !parts.includes('path'));
  return `${isSamePath ? 'Same path. ' : ''}Differences: ${differing.join(', ')} of ${all}`;
}

/** Two runs of one DAG, vertex by vertex, with their differences marked. */
export function RunDifferenceTable({ back, ...props }: DifferenceProps & { back: ReactNode }) {
  const { vertices, only, took, cost } = props.difference;
  const names: SideNames = ['This execution', shortId(props.ids[1])];
  return (
    <Panel title="Vertex by vertex" note={summaryOf(vertices)} actions={back} data-testid="difference">
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
          {vertices
            .filter(({ equal }) => !equal)
            .map((vertex) => (
              <VertexRows key={vertex.vertex} difference={vertex} names={names} />
            ))}
          <EqualRows vertices={vertices.filter(({ equal }) => equal)} names={names} />
          <Row className="font-semibold">
            <Cell>Whole run</Cell>
            {INDEXES.map((index) => (
              <Cell key={index} label={names[index]} className="border-l whitespace-normal">
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
            <p>Edges taken only by {index === 0 ? 'this execution' : shortId(props.ids[1])}</p>
            <ul translate="no" className="mono">
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

function changeOf({ sides: [first, second], parts }: VertexDifference): Change {
  if (!parts.includes('path')) return 'same';
  if (first.visits === 0) return 'added';
  return second.visits === 0 ? 'removed' : 'changed';
}

interface PathDifferenceProps extends DifferenceProps {
  structure: DagStructure | null;
}

/** Where two runs of one DAG diverged, on its graph; nothing where both took the same path. */
export function PathDifference({ difference, ids, structure }: PathDifferenceProps) {
  const { vertices, only } = difference;
  const diverged =
    vertices.some(({ parts }) => parts.includes('path')) || only.some((edges) => edges.length > 0);
  if (!diverged || structure === null) return null;
  const [onlyFirst, onlySecond] = only;
  const marks: GraphMarks = {
    vertices: new Map(vertices.map((vertex) => [vertex.vertex, changeOf(vertex)])),
    edges: new Map([
      ...onlyFirst.map(({ key }) => [key, 'removed'] as const),
      ...onlySecond.map(({ key }) => [key, 'added'] as const),
    ]),
    words: { added: `only ${shortId(ids[1])}`, removed: 'only this execution', changed: 'differs' },
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
