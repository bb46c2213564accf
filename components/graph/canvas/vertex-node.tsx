'use client';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import type { NodeProps } from 'reactflow';
import type { Direction } from '@/lib/dag/keyboard-navigation';
import { isQuiet, memberStates, type VertexRun, vertexRunText, type VertexState } from '@/lib/dag/run-state';
import { defaultChip, vertexSize } from '@/lib/dag/vertex-size';
import { inputText, outputName, outputText, vertexText } from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';
import { changeWord, ChangeWord, stateColour, vertexColour } from '@/components/graph/appearance';
import type { VertexNode as VertexNodeType } from './visible-elements';
import { type GraphContextValue, useGraphContext } from '@/components/graph/graph-context';
import { heatColour, type VertexHeat } from '@/components/graph/heat';
import { VertexBrief, VertexCard } from './vertex-face';
import { useZoomLevel, type ZoomLevel } from './viewport';
import { PortRow } from './port-row';
import { TriangleAlert } from 'lucide-react';

const ARROWS: ReadonlyMap<string, Direction> = new Map(
  Object.entries<Direction>({
    ArrowLeft: 'left',
    ArrowRight: 'right',
    ArrowUp: 'up',
    ArrowDown: 'down',
  }),
);

const ACCENT = 'var(--color-accent)';
const FAILED = 'var(--color-fail)';

const ringShadow = (colour: string) =>
  `0 0 0 1px ${colour}, 0 0 0 5px color-mix(in srgb, ${colour} 25%, transparent)`;

/**
 * A vertex of the drawing. It reads what is laid over the graph, so a selection or a replay step reaches every vertex: the card itself
 * is rendered again only where something of its own changed.
 */
export const VertexNode = memo(function VertexNode({ data: { vertex, heading } }: NodeProps<VertexNodeType>) {
  const view = useGraphContext();
  const { name } = vertex;
  const isCurrent = view.current === name;
  return (
    <Vertex
      vertex={vertex}
      heading={heading}
      level={useZoomLevel()}
      run={view.run?.vertices.get(name) ?? null}
      colour={vertexColour(name, view)}
      heat={view.heat?.get(name) ?? null}
      findings={view.findings}
      marks={view.marks}
      group={view.group}
      isSelected={view.selected === name}
      isFailed={view.failed === name}
      isCurrent={isCurrent}
      takesFocus={isCurrent && view.keyboard}
      onCurrent={view.onCurrent}
      onArrow={view.onArrow}
    />
  );
});

type VertexProps = VertexNodeType['data'] &
  Pick<GraphContextValue, 'findings' | 'marks' | 'group' | 'onCurrent' | 'onArrow'> & {
    level: ZoomLevel;
    run: VertexRun | null;
    /** Of its state or change; null for neither. */
    colour: string | null;
    heat: VertexHeat | null;
    isSelected: boolean;
    isFailed: boolean;
    isCurrent: boolean;
    /** The reader moves by keyboard: the current vertex takes focus. */
    takesFocus: boolean;
  };

/** Each replay step makes new states; most say the same as before. */
function isSameRun(a: VertexRun | null, b: VertexRun | null): boolean {
  if (a === null || b === null) return a === b;
  const isSameText = vertexRunText('', a) === vertexRunText('', b);
  return isSameText && a.variants.join('\u0000') === b.variants.join('\u0000');
}

function isSameVertex(before: VertexProps, after: VertexProps): boolean {
  const names = Object.keys(after) as (keyof VertexProps)[];
  return names.every((name) =>
    name === 'run' ? isSameRun(before.run, after.run) : before[name] === after[name],
  );
}

/** The card is one button, with ports on its border and detail by zoom level. */
const Vertex = memo(function Vertex(props: VertexProps) {
  const { vertex, heading, level, run, heat, marks, group, isSelected, isFailed, isCurrent } = props;
  const { takesFocus, onCurrent, onArrow } = props;
  const { height, ports } = useMemo(() => vertexSize(vertex, heading), [vertex, heading]);
  const button = useRef<HTMLButtonElement>(null);
  const isHighlighted =
    group !== null && vertex.inputs.some(({ entry_groups }) => entry_groups.includes(group));

  // Arrow keys may lead to a vertex that mounts only once the view has moved.
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS.get(event.key);
    if (direction === undefined) return;
    event.preventDefault();
    onArrow(vertex.name, direction);
  };

  const findings = (vertex.members ?? [vertex.name]).flatMap((name) => props.findings.get(name) ?? []);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const wrongPorts = new Set(errors.flatMap(({ port }) => (port === null ? [] : [port])));
  const label = [vertexText(vertex)];
  if (run) label.push(vertexRunText(vertex.name, run));
  if (heat) label.push(`${heat.of} ${heat.label}`);
  if (errors.length > 0) label.push(`contract errors: ${errors.map(({ reason }) => reason).join('; ')}`);

  const mark = marks?.vertices.get(vertex.name) ?? 'same';
  const change = mark === 'same' ? null : mark;
  if (change) label.push(changeWord(change, marks));

  const state = run?.state ?? null;
  // In a diff, unchanged vertices have a fainter border.
  const borderColour = marks ? 'var(--color-line)' : 'var(--color-line-strong)';
  const plain = vertex.ghost ? 'var(--color-text-3)' : borderColour;
  const colour = isFailed ? FAILED : (props.colour ?? plain);
  const selection = isSelected ? ACCENT : null;
  const ring = isFailed ? FAILED : selection;
  const accent = ring ?? (isHighlighted ? ACCENT : null);
  return (
    <div
      translate="no"
      data-vertex={vertex.name}
      data-state={state ?? undefined}
      data-level={level}
      data-change={change ?? undefined}
      data-failure={isFailed || undefined}
      data-heat={heat?.share.toFixed(2)}
      className={classNames(
        'group/vertex relative h-full w-full rounded-md border font-mono text-2xs text-2',
        vertex.ghost ? 'bg-surface' : 'bg-surface-2',
        (vertex.ghost || change === 'removed') && 'border-dashed',
        state !== null && isQuiet(state) && 'text-3',
      )}
      style={{
        borderColor: accent ?? colour,
        ...(heat !== null && { backgroundColor: heatColour(heat, 'card') }),
        boxShadow: ring === null ? undefined : ringShadow(ring),
        ['--port' as string]: state === null || isQuiet(state) ? undefined : colour,
      }}
    >
      <span
        aria-hidden
        className="absolute -top-px bottom-[-1px] -left-px w-1 rounded-l-md"
        style={{ background: vertex.ghost ? 'transparent' : colour }}
      />
      {level === 'full' ? (
        <VertexCard vertex={vertex} run={run} heat={heat} heading={heading} />
      ) : (
        <VertexBrief vertex={vertex} run={run} heat={heat} level={level} height={height} />
      )}
      {run?.members && <MemberStatesBar members={run.members} />}
      {change && (
        <span
          aria-hidden
          data-change-mark
          className={classNames(
            'absolute left-2 z-10 rounded-full border bg-surface px-1.5 font-sans font-semibold',
            // Larger when zoomed out, to stay readable.
            level === 'full' ? '-top-2.5 text-[10px] leading-4' : '-top-5 text-[20px] leading-7',
          )}
          style={{ borderColor: colour }}
        >
          <ChangeWord change={change} marks={marks} />
        </span>
      )}
      {errors.length > 0 && <FindingBadge count={errors.length} />}
      <button
        ref={button}
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={label.join(', ')}
        onFocus={() => onCurrent(vertex.name)}
        onKeyDown={onKeyDown}
        className="absolute inset-0 rounded-md outline-offset-3 outline-accent focus-visible:outline-2"
      />
      {level !== 'block' && (
        <ul aria-label={`Ports of ${vertex.name}`} className="pointer-events-none">
          {vertex.inputs.map((input, index) => (
            <PortRow
              key={input.key}
              id={input.key}
              side="input"
              name={input.port}
              text={inputText(input)}
              chip={input.default_value && defaultChip(input.default_value)}
              mark={input.entry_groups.length > 0 ? 'entry' : null}
              place={ports[index]}
              heading={heading}
              showsName={level === 'full'}
              lit={group !== null && input.entry_groups.includes(group)}
              wrong={wrongPorts.has(input.key)}
            />
          ))}
          {vertex.outputs.map((output, index) => (
            <PortRow
              key={output.key}
              id={output.key}
              side="output"
              name={outputName(output)}
              text={outputText(output)}
              mark={output.declared ? 'output' : null}
              place={ports[vertex.inputs.length + index]}
              heading={heading}
              showsName={level === 'full'}
              taken={run?.variants.includes(output.variant) ?? false}
              wrong={wrongPorts.has(output.key)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}, isSameVertex);

/** The states of folded members as a stacked bar. */
function MemberStatesBar({ members }: { members: Record<VertexState, number> }) {
  return (
    <span
      aria-hidden
      data-member-states
      className="pointer-events-none absolute inset-x-1 bottom-0.5 flex h-1 gap-px overflow-hidden rounded-full"
    >
      {memberStates(members).map(({ state, count }) => (
        <span key={state} style={{ flexGrow: count, background: stateColour[state] }} />
      ))}
    </span>
  );
}

function FindingBadge({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      data-contract-errors={count}
      className="absolute -top-3 -right-2 z-10 inline-flex items-center gap-0.5 rounded-full border border-fail bg-surface px-1 font-sans text-[10px] leading-4 font-semibold text-fail"
    >
      <TriangleAlert size={10} />
      {count}
    </span>
  );
}
