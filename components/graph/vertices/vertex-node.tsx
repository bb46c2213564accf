'use client';
import { memo, useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { Handle, type NodeProps } from 'reactflow';
import type { Direction } from '@/lib/dag/neighbours';
import { isQuiet, vertexRunText } from '@/lib/dag/run-state';
import { vertexSize } from '@/lib/dag/vertex-size';
import { vertexText } from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';
import { changeColour, changeWord, ChangeWord } from '@/components/graph/change-word';
import { portSides, type VertexNode as VertexNodeType } from '@/components/graph/flow-elements';
import { useGraphView } from '@/components/graph/graph-view';
import { stateColour } from '@/components/graph/run-colours';
import { useZoomLevel } from '@/components/graph/zoom-level';
import { FaultMark } from './fault-mark';
import { StateSum } from './state-sum';
import { VertexBrief } from './vertex-brief';
import { VertexCard } from './vertex-card';
import { InputRow, OutputRow } from './port-row';

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** A vertex of the drawing: one button (the whole card), its ports on the edges, and as much inside as the zoom allows. */
export const VertexNode = memo(function VertexNode({ data: { vertex, heading } }: NodeProps<VertexNodeType>) {
  const { width, ports } = useMemo(() => vertexSize(vertex, heading), [vertex, heading]);
  const view = useGraphView();
  const level = useZoomLevel();
  const button = useRef<HTMLButtonElement>(null);
  const run = view.run?.vertices.get(vertex.name) ?? null;
  const isSelected = view.selected === vertex.name;
  const isCurrent = view.current === vertex.name;
  const asked =
    view.group !== null && vertex.inputs.some(({ entry_groups }) => entry_groups.includes(view.group ?? ''));

  // A walk by arrow keys may lead to a vertex that was not drawn until the view moved there.
  const { walking } = view;
  useEffect(() => {
    if (isCurrent && walking) button.current?.focus({ preventScroll: true });
  }, [isCurrent, walking]);

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    view.onWalk(vertex.name, direction);
  };

  const findings = (vertex.members ?? [vertex.name]).flatMap((name) => view.findings.get(name) ?? []);
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const wrongPorts = new Set(faults.flatMap(({ port }) => (port === null ? [] : [port])));
  const spoken = [vertexText(vertex)];
  if (run) spoken.push(vertexRunText(vertex.name, run));
  if (faults.length > 0)
    spoken.push(`does not fit its contract: ${faults.map(({ reason }) => reason).join('; ')}`);

  const mark = view.marks?.vertices.get(vertex.name) ?? 'same';
  const change = mark === 'same' ? null : mark;
  if (change) spoken.push(changeWord(change, view.marks));

  const state = run?.state ?? null;
  // Where changes are shown, what did not change steps back; its words stay as readable as any.
  const known = view.marks ? 'var(--line)' : 'var(--line-strong)';
  const plain = vertex.ghost ? 'var(--text-3)' : known;
  const quiet = change ? changeColour[change] : plain;
  const colour = state === null ? quiet : stateColour[state];
  return (
    <div
      data-vertex={vertex.name}
      data-ghost={vertex.ghost || undefined}
      data-state={state ?? undefined}
      data-level={level}
      data-change={change ?? undefined}
      className={classNames(
        'group/vertex relative h-full w-full rounded-md border font-mono text-2xs text-2',
        vertex.ghost ? 'bg-surface' : 'bg-surface-2',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
        (vertex.ghost || change === 'removed') && 'border-dashed',
        state !== null && isQuiet(state) && 'text-3',
      )}
      style={{
        borderColor: isSelected || asked ? 'var(--accent)' : colour,
        boxShadow: isSelected ? '0 0 0 1px var(--accent), 0 0 0 5px var(--accent-weak)' : undefined,
        ['--port' as string]: state === null || isQuiet(state) ? undefined : colour,
      }}
    >
      <span
        aria-hidden
        className="absolute -top-px bottom-[-1px] -left-px w-1 rounded-l-md"
        style={{ background: vertex.ghost ? 'transparent' : colour }}
      />
      {level === 'full' ? (
        <VertexCard vertex={vertex} run={run} heading={heading} />
      ) : (
        <VertexBrief vertex={vertex} run={run} level={level} width={width} />
      )}
      {run?.members && <StateSum members={run.members} />}
      {change && (
        <span
          aria-hidden
          data-change-mark
          className={classNames(
            'absolute left-2 z-10 rounded-full border bg-surface px-1.5 font-sans font-semibold',
            // Farther off all of the card is smaller: the word stays one.
            level === 'full' ? '-top-2.5 text-[10px] leading-4' : '-top-5 text-[20px] leading-7',
          )}
          style={{ borderColor: colour }}
        >
          <ChangeWord change={change} marks={view.marks} />
        </span>
      )}
      {faults.length > 0 && <FaultMark count={faults.length} />}
      <Handle
        type="target"
        position={portSides[heading].target}
        isConnectable={false}
        className="invisible"
      />
      <Handle
        type="source"
        position={portSides[heading].source}
        isConnectable={false}
        className="invisible"
      />
      <button
        ref={button}
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={spoken.join(', ')}
        onFocus={() => view.onCurrent(vertex.name)}
        onKeyDown={onKeyDown}
        className="absolute inset-0 rounded-md outline-none"
      />
      {level !== 'block' && (
        <ul aria-label={`Ports of ${vertex.name}`} className="pointer-events-none">
          {vertex.inputs.map((input, index) => (
            <InputRow
              key={input.key}
              input={input}
              place={ports[index]}
              heading={heading}
              named={level === 'full'}
              lit={view.group !== null && input.entry_groups.includes(view.group)}
              wrong={wrongPorts.has(input.key)}
            />
          ))}
          {vertex.outputs.map((output, index) => (
            <OutputRow
              key={output.key}
              output={output}
              place={ports[vertex.inputs.length + index]}
              heading={heading}
              named={level === 'full'}
              taken={run?.variants.includes(output.variant) ?? false}
              wrong={wrongPorts.has(output.key)}
            />
          ))}
        </ul>
      )}
    </div>
  );
});
