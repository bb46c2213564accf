import { chipOf } from '@/lib/view/ids';

/** Eight hues, each a token of both themes. Class names are whole words, so that the stylesheet is built with them. */
const FIRST = [
  'from-fam-dag',
  'from-fam-execution',
  'from-fam-tool',
  'from-fam-payment',
  'from-fam-leader',
  'from-fam-task',
  'from-fam-agent',
  'from-fam-key',
] as const;
const SECOND = [
  'to-fam-dag',
  'to-fam-execution',
  'to-fam-tool',
  'to-fam-payment',
  'to-fam-leader',
  'to-fam-task',
  'to-fam-agent',
  'to-fam-key',
] as const;
/** Four ways to cut the square: both diagonals, upright, level. */
const CUT = ['bg-linear-to-tr', 'bg-linear-to-tl', 'bg-linear-to-r', 'bg-linear-to-b'] as const;

/** The small two-coloured square by which eyes match equal ids. One element with a ground of two colours: a table has hundreds of them. */
export function IdSquare({ id }: { id: string }) {
  const chip = chipOf(id);
  return (
    <span
      className={`size-[9px] shrink-0 rounded-[2px] from-50% to-50% ${CUT[chip.cut]} ${FIRST[chip.first]} ${SECOND[chip.second]}`}
    />
  );
}
