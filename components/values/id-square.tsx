import { chipOf } from '@/lib/view/ids';

/** Eight hues, each a token of both themes. Class names are whole words, so that the stylesheet is built with them. */
const FILL = [
  'fill-fam-dag',
  'fill-fam-execution',
  'fill-fam-tool',
  'fill-fam-payment',
  'fill-fam-leader',
  'fill-fam-task',
  'fill-fam-agent',
  'fill-fam-key',
] as const;
/** Four ways to cut the square: both diagonals, upright, level. */
const CUT = ['M0 0H10V10z', 'M10 0V10H0z', 'M5 0H10V10H5z', 'M0 5H10V10H0z'] as const;

/** The small two-coloured square by which eyes match equal ids. */
export function IdSquare({ id }: { id: string }) {
  const chip = chipOf(id);
  return (
    <svg
      viewBox="0 0 10 10"
      width="9"
      height="9"
      aria-hidden
      className="shrink-0 overflow-hidden rounded-[2px]"
    >
      <rect width="10" height="10" className={FILL[chip.first]} />
      <path d={CUT[chip.cut]} className={FILL[chip.second]} />
    </svg>
  );
}
