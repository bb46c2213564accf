import type { RunState, VertexState } from '@/lib/dag/run-state';
import { vertexStateWord } from '@/lib/dag/run-state';
import { Chip } from '@/components/ui/chip';
import { stateColour } from './run-colours';

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

/** How many vertices are in each state: the colours of the drawing, with their words. */
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
