import type { Change } from '@/lib/dag/structure-diff';
import type { GraphMarks } from './graph-context';

/** A visible change; what stayed the same is unmarked. */
export type ShownChange = Exclude<Change, 'same'>;

export const changeColour: Readonly<Record<ShownChange, string>> = {
  added: 'var(--ok)',
  removed: 'var(--fail)',
  rewired: 'var(--warn)',
  changed: 'var(--warn)',
};

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
