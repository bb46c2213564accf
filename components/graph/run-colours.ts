// The colour of a vertex state, as classes; the word always stands beside it.
import type { VertexState } from '@/lib/dag/run-state';

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

/** As a colour of the tokens, for borders, lines and blocks. */
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
