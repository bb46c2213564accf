import { chipOf } from '@/lib/view/ids';

/** Class names are written out, so that Tailwind finds them. */
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
const CUT = ['bg-linear-to-tr', 'bg-linear-to-tl', 'bg-linear-to-r', 'bg-linear-to-b'] as const;

/** A two-coloured square for matching equal ids by eye; one element, because a table has hundreds. */
export function IdSquare({ id }: { id: string }) {
  const chip = chipOf(id);
  return (
    <span
      className={`size-[9px] shrink-0 rounded-[2px] from-50% to-50% ${CUT[chip.cut]} ${FIRST[chip.first]} ${SECOND[chip.second]}`}
    />
  );
}
