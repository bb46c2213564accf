import { type RunState, type VertexState, vertexStateWord } from '@/lib/dag/run-state';
import { Chip } from '@/components/ui/chip';

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
  active: 'var(--run)',
  pending: 'var(--warn)',
  failed: 'var(--fail)',
  cancelled: 'var(--idle)',
  done: 'var(--ok)',
  not_by_walk: 'var(--line-strong)',
  not_reached: 'var(--line-strong)',
  unknown: 'var(--text-3)',
};

const ORDER: readonly VertexState[] = [
  'done',
  'active',
  'pending',
  'failed',
  'cancelled',
  'not_by_walk',
  'not_reached',
  'unknown',
];

/** The number of vertices in each state. */
export function RunChips({ run }: { run: RunState }) {
  const elsewhere = new Set(run.elsewhere.map(({ vertex }) => vertex)).size;
  return (
    <span className="flex flex-wrap gap-1.5" data-testid="run-totals">
      {ORDER.filter((state) => run.totals[state] > 0).map((state) => (
        <Chip key={state} data-run-state={state}>
          <span aria-hidden className="size-1.5 rounded-full" style={{ background: stateColour[state] }} />
          {run.totals[state]} {vertexStateWord(state)}
        </Chip>
      ))}
      {elsewhere > 0 && <Chip>{elsewhere} not in the structure</Chip>}
    </span>
  );
}
