// The colour and sign of each kind of change; the word always stands beside it.
import type { Change } from '@/lib/dag/difference';

export const changeColour: Record<Exclude<Change, 'same'>, string> = {
  added: 'var(--ok)',
  removed: 'var(--fail)',
  rewired: 'var(--warn)',
  changed: 'var(--warn)',
};

export const changeSign: Record<Exclude<Change, 'same'>, string> = {
  added: '+',
  removed: '−',
  rewired: '↷',
  changed: '≠',
};
