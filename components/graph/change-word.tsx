import type { Change } from '@/lib/dag/structure-diff';
import type { GraphMarks } from './graph-context';

/** A change that is shown: what stayed the same has neither sign nor colour. */
export type ShownChange = Exclude<Change, 'same'>;

/** The word always stands beside its colour. */
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

/** What a change is called: where it is not two structures that differ but two runs, they have words of their own. */
export function changeWord(change: ShownChange, marks: Marks): string {
  return marks?.words?.[change] ?? change;
}

/** `+ added`: sign and word in a text. */
export function changeText(change: ShownChange, marks: Marks): string {
  return `${SIGNS[change]} ${changeWord(change, marks)}`;
}

interface ChangeWordProps {
  change: ShownChange;
  marks?: Marks;
  /** How many there are of it. */
  count?: number;
}

/** The same on the page, in its colour; the sign is for the eye alone. */
export function ChangeWord({ change, marks = null, count }: ChangeWordProps) {
  return (
    <span style={{ color: changeColour[change] }}>
      <span aria-hidden>{SIGNS[change]} </span>
      {count !== undefined && `${count} `}
      {changeWord(change, marks)}
    </span>
  );
}
