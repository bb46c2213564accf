import { memberStates, type VertexState } from '@/lib/dag/run-state';
import { stateColour } from '@/components/graph/run-colours';

/** The states of folded vertices as parts of one bar, each as long as it has vertices; the words are in the card's name. */
export function StateSum({ members }: { members: Record<VertexState, number> }) {
  return (
    <span
      aria-hidden
      data-state-sum
      className="pointer-events-none absolute inset-x-1 bottom-0.5 flex h-1 gap-px overflow-hidden rounded-full"
    >
      {memberStates(members).map(({ state, count }) => (
        <span key={state} style={{ flexGrow: count, background: stateColour[state] }} />
      ))}
    </span>
  );
}
