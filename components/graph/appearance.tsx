import type { ReactNode } from 'react';
import type { EdgeKind } from '@/lib/contract/dags';
import { CircleHelp, Cloud, Ghost, Layers, Link2 } from 'lucide-react';
import type { GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import { isEdgeKind, vertexKindWord } from '@/lib/dag/wording';
import { type RunState, type VertexState, vertexStates, vertexStateWord } from '@/lib/dag/run-state';
import { Chip } from '@/components/ui/chip';
import type { Change } from '@/lib/dag/structure-diff';
import type { GraphMarks, GraphOverlay } from './graph-context';

const ICONS: Partial<Record<EdgeKind, ReactNode>> = {
  for_each: <path d="M1 6h4m0 0 5-4M5 6h5.5M5 6l5 4" />,
  collect: <path d="M11 6H7m0 0L2 2m5 4H1.5M7 6l-5 4" />,
  do_while: <path d="M9.5 4A4 4 0 1 0 10 7M9.8 1.2V4H7" />,
  break: <path d="M5.5 1.5H2v9h3.5M5 6h5.5M8.2 3.6 10.6 6 8.2 8.4" />,
  static: <path d="M6 1.5v6M3.5 7.5h5M6 7.5v3M4 1.5h4" />,
};

export function EdgeKindIcon({ kind, size = 11 }: { kind: string; size?: number }) {
  const icon = isEdgeKind(kind) ? ICONS[kind] : undefined;
  if (icon === undefined) return null;
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {icon}
    </svg>
  );
}

interface VertexKindIconProps {
  vertex: Pick<GraphVertex, 'kind' | 'ghost' | 'members'>;
  word?: boolean;
}

const VERTEX_ICONS = { folded: Layers, ghost: Ghost, on_chain: Link2, off_chain: Cloud, other: CircleHelp };

function iconName({ kind, ghost, members }: VertexKindIconProps['vertex']): keyof typeof VERTEX_ICONS {
  if (members) return 'folded';
  if (ghost) return 'ghost';
  return kind === 'on_chain' || kind === 'off_chain' ? kind : 'other';
}

/** Where the vertex runs: a chain link or a cloud; a ghost if not in the structure, layers if folded. */
export function VertexKindIcon({ vertex, word = false }: VertexKindIconProps) {
  const text = vertexKindWord(vertex);
  const Icon = VERTEX_ICONS[iconName(vertex)];
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5" {...(word ? {} : { 'data-tip': text })}>
      <Icon size={12} aria-hidden className={vertex.kind === 'on_chain' ? 'text-fam-dag' : 'text-3'} />
      <span className={word ? undefined : 'sr-only'}>{text}</span>
    </span>
  );
}

/** An entry port, supplied by the caller, or an output of the DAG. */
export type PortMark = 'entry' | 'output';

interface PortDotProps {
  mark: PortMark | null;
  heading?: Heading;
  isFilled: boolean;
  colour: string;
  className: string;
}

/** The dot of a port: entry ports point inwards, DAG outputs are ringed. */
export function PortDot({ mark, heading = 'right', isFilled, colour, className }: PortDotProps) {
  const fill = isFilled ? colour : 'var(--color-surface)';
  return (
    <svg aria-hidden width="12" height="12" viewBox="-6 -6 12 12" className={className}>
      {mark === 'entry' ? (
        <path
          d={heading === 'down' ? 'M-4.5-4 0 4.5 4.5-4z' : 'M-4-4.5 4.5 0-4 4.5z'}
          fill={fill}
          stroke={colour}
          strokeWidth="1.3"
        />
      ) : (
        <circle r="3" fill={fill} stroke={colour} strokeWidth="1.2" />
      )}
      {mark === 'output' && <circle r="5.2" fill="none" stroke={colour} strokeWidth="1.1" />}
    </svg>
  );
}

export const stateText: Record<VertexState, string> = {
  active: 'text-run',
  pending: 'text-warn',
  failed: 'text-fail',
  cancelled: 'text-idle',
  done: 'text-ok',
  not_by_walk: 'text-3',
  not_reached: 'text-3',
  unknown: 'text-3',
};

/** State colours for borders, lines and blocks. */
export const stateColour: Record<VertexState, string> = {
  active: 'var(--color-run)',
  pending: 'var(--color-warn)',
  failed: 'var(--color-fail)',
  cancelled: 'var(--color-idle)',
  done: 'var(--color-ok)',
  not_by_walk: 'var(--color-line-strong)',
  not_reached: 'var(--color-line-strong)',
  unknown: 'var(--color-text-3)',
};

const ORDER: readonly VertexState[] = ['done', ...vertexStates.filter((state) => state !== 'done')];

export function RunChips({ run }: { run: RunState }) {
  const elsewhere = new Set(run.elsewhere.map(({ vertex }) => vertex)).size;
  return (
    <span className="flex gap-1.5 max-[768px]:overflow-x-auto min-[768px]:flex-wrap">
      {ORDER.filter((state) => run.totals[state] > 0).map((state) => (
        <Chip key={state}>
          <span aria-hidden className="size-1.5 rounded-full" style={{ background: stateColour[state] }} />
          {run.totals[state]} {vertexStateWord(state)}
        </Chip>
      ))}
      {elsewhere > 0 && <Chip>{elsewhere} not in the structure</Chip>}
    </span>
  );
}

/** A visible change; what stayed the same is unmarked. */
type ShownChange = Exclude<Change, 'same'>;

export const changeColour: Readonly<Record<ShownChange, string>> = {
  added: 'var(--color-ok)',
  removed: 'var(--color-fail)',
  rewired: 'var(--color-warn)',
  changed: 'var(--color-warn)',
};

/** The colour of a vertex in a run or a comparison; null for neither. */
export function vertexColour(name: string, { run, marks }: Pick<GraphOverlay, 'run' | 'marks'>) {
  if (run) return stateColour[run.vertices.get(name)?.state ?? 'not_reached'];
  const change = marks?.vertices.get(name) ?? 'same';
  return change === 'same' ? null : changeColour[change];
}

/** The colour of an edge that changed or that the run took; null otherwise. */
export function edgeColour({ key, from }: GraphEdge, { run, marks }: Pick<GraphOverlay, 'run' | 'marks'>) {
  const change = marks?.edges.get(key) ?? 'same';
  if (change !== 'same') return changeColour[change];
  const source = run?.vertices.get(from.vertex);
  return source?.variants.includes(from.variant) ? stateColour[source.state] : null;
}

const SIGNS: Readonly<Record<ShownChange, string>> = {
  added: '+',
  removed: '−',
  rewired: '↷',
  changed: '≠',
};

type Marks = Pick<GraphMarks, 'words'> | null;

/** The word for a change; a comparison of runs has its own words. */
export function changeWord(change: ShownChange, marks: Marks): string {
  return marks?.words?.[change] ?? change;
}

/** `+ added` */
export function changeText(change: ShownChange, marks: Marks): string {
  return `${SIGNS[change]} ${changeWord(change, marks)}`;
}

interface ChangeWordProps {
  change: ShownChange;
  marks?: Marks;
  count?: number;
}

/** The change in its colour. */
export function ChangeWord({ change, marks = null, count }: ChangeWordProps) {
  return (
    <span style={{ color: changeColour[change] }}>
      <span aria-hidden>{SIGNS[change]} </span>
      {count !== undefined && `${count} `}
      {changeWord(change, marks)}
    </span>
  );
}
