// The colour and sign of each kind of change; the word always stands beside it.
import type { Change } from '@/lib/dag/difference';
import type { GraphMarks } from './graph-view';

export const changeColour: Record<Exclude<Change, 'same'>, string> = {
  added: 'var(--ok)',
  removed: 'var(--fail)',
  rewired: 'var(--warn)',
  changed: 'var(--warn)',
};

/** What a change is called: where it is not two structures that differ but two runs, they have words of their own. */
export function changeWord(change: Exclude<Change, 'same'>, marks: GraphMarks | null): string {
  return marks?.words?.[change] ?? change;
}

export const changeSign: Record<Exclude<Change, 'same'>, string> = {
  added: '+',
  removed: '−',
  rewired: '↷',
  changed: '≠',
};
