'use client';
import { type PortMark, PortDot } from '@/components/graph/appearance';
import type { Heading } from '@/lib/dag/placement/request';
import { card, type PortPlace } from '@/lib/dag/vertex-size';
import { classNames } from '@/components/ui/class-names';

type Side = 'input' | 'output';

interface PortRowProps {
  id: string;
  side: Side;
  name: string;
  /** Where its values come from or go to. */
  text: string;
  /** A short form of the default value. */
  chip?: string | null;
  mark: PortMark | null;
  place: PortPlace | undefined;
  heading: Heading;
  /** False when only the dot is drawn. */
  showsName: boolean;
  /** An input of the highlighted entry group. */
  lit?: boolean;
  /** An output on a variant that the run took. */
  taken?: boolean;
  wrong: boolean;
}

/** Alignment of the name, and position of the dot on the card's border. */
const STYLES: Record<Heading, Record<Side, { row: string; dot: string }>> = {
  right: {
    input: { row: 'pr-1.5 pl-3', dot: 'top-1/2 -translate-y-1/2 -left-1.5' },
    output: { row: 'justify-end pr-3 pl-1.5', dot: 'top-1/2 -translate-y-1/2 -right-1.5' },
  },
  down: {
    input: { row: 'justify-center px-1 pt-1.5', dot: 'left-1/2 -translate-x-1/2 -top-1.5' },
    output: { row: 'justify-center px-1 pb-1.5', dot: 'left-1/2 -translate-x-1/2 -bottom-1.5' },
  },
};

function roomOf({ y, left, room }: PortPlace, heading: Heading) {
  const height = heading === 'down' ? card.line : card.row;
  const top = heading === 'down' ? Math.max(0, y - height) : y - height / 2;
  return { left, width: room, top, height };
}

/** A port: a dot on the card's border, with its name beside it. */
export function PortRow(props: PortRowProps) {
  const { id, side, name, text, chip = null, mark, place, heading, showsName, wrong } = props;
  const { lit = false, taken = false } = props;
  const styles = STYLES[heading][side];
  return (
    <li
      data-port={id}
      className={classNames(
        'absolute flex items-center gap-1 whitespace-nowrap',
        styles.row,
        lit && 'font-semibold text-accent',
        taken && 'text-text',
        wrong && 'text-fail underline decoration-dashed underline-offset-2',
      )}
      style={place && roomOf(place, heading)}
    >
      <PortDot
        mark={mark}
        heading={heading}
        isFilled={lit || side === 'output'}
        colour={lit ? 'var(--color-accent)' : 'var(--port, var(--color-text-3))'}
        className={classNames('absolute', styles.dot)}
      />
      {showsName && (
        <span className="truncate" aria-hidden>
          {name}
        </span>
      )}
      {showsName && chip !== null && (
        <span
          aria-hidden
          className="shrink-0 rounded-[3px] bg-surface-3 px-1 text-[10px] leading-[14px] text-2"
        >
          {chip}
        </span>
      )}
      <span className="sr-only">
        {side} {name}, {text}
      </span>
    </li>
  );
}
