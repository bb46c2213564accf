'use client';
import type { InputPort, OutputPort } from '@/lib/dag/flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import { card, defaultChip, type PortPlace } from '@/lib/dag/vertex-size';
import { inputText, outputName, outputText } from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';

interface RowProps {
  place: PortPlace | undefined;
  heading: Heading;
  /** False when only the dot is drawn. */
  named: boolean;
  wrong: boolean;
}

type Side = 'input' | 'output';

const WRONG = 'text-fail underline decoration-dashed underline-offset-2';
const ROW = 'absolute flex items-center gap-1 whitespace-nowrap';
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

interface DotProps {
  side: Side;
  heading: Heading;
  mark?: 'entry' | 'output' | null;
  lit?: boolean;
}

/** The dot on the card's border: entry ports point inwards, DAG outputs are ringed. */
function Dot({ side, heading, mark, lit }: DotProps) {
  const colour = lit === true ? 'var(--color-accent)' : 'var(--port, var(--color-text-3))';
  return (
    <svg
      aria-hidden
      width="12"
      height="12"
      viewBox="-6 -6 12 12"
      className={classNames('absolute', STYLES[heading][side].dot)}
    >
      {mark === 'entry' ? (
        <path
          d={heading === 'down' ? 'M-4.5-4 0 4.5 4.5-4z' : 'M-4-4.5 4.5 0-4 4.5z'}
          fill={lit === true ? colour : 'var(--color-surface)'}
          stroke={colour}
          strokeWidth="1.3"
        />
      ) : (
        <circle
          r="3"
          fill={side === 'output' || lit === true ? colour : 'var(--color-surface)'}
          stroke={colour}
          strokeWidth="1.2"
        />
      )}
      {mark === 'output' && <circle r="5.2" fill="none" stroke={colour} strokeWidth="1.1" />}
    </svg>
  );
}

export function InputRow({
  input,
  place,
  heading,
  named,
  lit,
  wrong,
}: RowProps & { input: InputPort; lit: boolean }) {
  const { key, port, entry_groups, default_value } = input;
  const chip = default_value === null ? null : defaultChip(default_value);
  return (
    <li
      data-port={key}
      data-side="input"
      data-lit={lit || undefined}
      className={classNames(
        ROW,
        STYLES[heading].input.row,
        lit && 'font-semibold text-accent',
        wrong && WRONG,
      )}
      style={place && roomOf(place, heading)}
    >
      <Dot side="input" heading={heading} mark={entry_groups.length > 0 ? 'entry' : null} lit={lit} />
      {named && (
        <span className="truncate" aria-hidden data-port-name>
          {port}
        </span>
      )}
      {named && chip !== null && (
        <span
          aria-hidden
          className="shrink-0 rounded-[3px] bg-surface-3 px-1 text-[10px] leading-[14px] text-2"
        >
          {chip}
        </span>
      )}
      <span className="sr-only">
        input {port}, {inputText(input)}
      </span>
    </li>
  );
}

export function OutputRow({
  output,
  place,
  heading,
  named,
  taken,
  wrong,
}: RowProps & { output: OutputPort; taken: boolean }) {
  return (
    <li
      data-port={output.key}
      data-side="output"
      className={classNames(ROW, STYLES[heading].output.row, taken && 'text-text', wrong && WRONG)}
      style={place && roomOf(place, heading)}
    >
      {named && (
        <span className="truncate" aria-hidden data-port-name>
          {outputName(output)}
        </span>
      )}
      <Dot side="output" heading={heading} mark={output.declared ? 'output' : null} />
      <span className="sr-only">
        output {outputName(output)}, {outputText(output)}
      </span>
    </li>
  );
}
