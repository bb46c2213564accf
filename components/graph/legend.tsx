import { memo } from 'react';
import { edgeKinds } from '@/lib/contract/dags';
import { PortDot, type PortMark } from './appearance';
import { edgeMarkers, edgeStyle } from '@/lib/dag/edge-style';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { edgeKindMeaning, edgeKindWord } from '@/lib/dag/wording';

const WIDTH = 44;
const ROW = 12;

function Line({ kind }: { kind: string }) {
  const style = edgeStyle(kind);
  const y = ROW / 2;
  const points = [
    { x: -6, y },
    { x: WIDTH + 6, y },
  ];
  const ends = edgeMarkers(style, points, 'right');
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={ROW + 4}
      viewBox={`0 -2 ${WIDTH} ${ROW + 4}`}
      className="shrink-0 text-2"
    >
      <path
        d={`M2 ${y}H${WIDTH - 2}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={style.width}
        strokeDasharray={style.dash}
        strokeLinecap="round"
      />
      {ends !== '' && (
        <path d={ends} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      )}
    </svg>
  );
}

function PortMeaning({ mark, children }: { mark: PortMark; children: string }) {
  return (
    <li className="flex items-center gap-1">
      <PortDot mark={mark} isFilled={mark === 'output'} colour="currentColor" className="shrink-0 text-2" />
      {children}
    </li>
  );
}

/** The edge kinds and port marks that occur in this graph. */
export const Legend = memo(function Legend({ graph }: { graph: FlowGraph }) {
  const present = new Set(graph.edges.map(({ kind }) => kind));
  const kinds = [...edgeKinds.filter((kind) => present.delete(kind)), ...present];
  const inputs = graph.vertices.flatMap((vertex) => vertex.inputs);
  const ghost = graph.vertices.find((vertex) => vertex.ghost);
  const outputs = graph.vertices.flatMap((vertex) => vertex.outputs);
  if (graph.vertices.length === 0) return null;
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-2xs text-2"
    >
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5" data-tip={edgeKindMeaning(kind)}>
          <Line kind={kind} />
          {edgeKindWord(kind)}
          <span className="sr-only">: {edgeKindMeaning(kind)}</span>
        </li>
      ))}
      {inputs.some(({ entry_groups }) => entry_groups.length > 0) && (
        <PortMeaning mark="entry">supplied by the caller</PortMeaning>
      )}
      {outputs.some(({ declared }) => declared) && <PortMeaning mark="output">DAG output</PortMeaning>}
      {ghost && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-5 rounded-[3px] border border-dashed border-(--color-text-3)" />
          {ghost.ghost === 'awaited' ? 'not added yet' : 'not in the structure'}
        </li>
      )}
      {inputs.some(({ default_value }) => default_value !== null) && (
        <li className="flex items-center gap-1.5">
          <span
            translate="no"
            aria-hidden
            className="rounded-[3px] bg-surface-3 px-1 font-mono text-[10px] leading-[14px]"
          >
            = 7
          </span>
          default value
        </li>
      )}
    </ul>
  );
});
