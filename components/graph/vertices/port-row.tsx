'use client';
import type { InputPort, OutputPort } from '@/lib/dag/flow-graph';
import { card, defaultChip } from '@/lib/dag/vertex-size';
import { inputText, outputName, outputText } from '@/lib/dag/wording';
import { classNames } from '@/components/ui/class-names';

interface RowProps {
  index: number;
  /** False when only the dots are drawn. */
  named: boolean;
  /** Does not fit the contract of the tool. */
  wrong: boolean;
}

const WRONG = 'text-fail underline decoration-wavy underline-offset-2';
const ROW = 'absolute flex items-center gap-1 whitespace-nowrap';

function place(index: number) {
  return { top: card.header + index * card.row, height: card.row };
}

/** The point on the card's edge. Entry ports point inwards, outputs of the DAG are ringed, the others are plain. */
function Dot({
  side,
  mark,
  lit,
}: {
  side: 'west' | 'east';
  mark?: 'entry' | 'output' | null;
  lit?: boolean;
}) {
  const colour = lit === true ? 'var(--accent)' : 'var(--port, var(--text-3))';
  return (
    <svg
      aria-hidden
      width="12"
      height="12"
      viewBox="-6 -6 12 12"
      className={classNames(
        'absolute top-1/2 -translate-y-1/2',
        side === 'west' ? '-left-1.5' : '-right-1.5',
      )}
    >
      {mark === 'entry' ? (
        <path
          d="M-4-4.5 4.5 0-4 4.5z"
          fill={lit === true ? colour : 'var(--surface)'}
          stroke={colour}
          strokeWidth="1.3"
        />
      ) : (
        <circle
          r="3"
          fill={side === 'east' || lit === true ? colour : 'var(--surface)'}
          stroke={colour}
          strokeWidth="1.2"
        />
      )}
      {mark === 'output' && <circle r="5.2" fill="none" stroke={colour} strokeWidth="1.1" />}
    </svg>
  );
}

export function InputRow({ input, index, named, lit, wrong }: RowProps & { input: InputPort; lit: boolean }) {
  const { key, port, entry_groups, default_value } = input;
  const chip = default_value === null ? null : defaultChip(default_value);
  return (
    <li
      data-port={key}
      data-side="input"
      data-lit={lit || undefined}
      className={classNames(
        ROW,
        'left-0 max-w-[62%] pl-3',
        lit && 'font-semibold text-accent',
        wrong && WRONG,
      )}
      style={place(index)}
    >
      <Dot side="west" mark={entry_groups.length > 0 ? 'entry' : null} lit={lit} />
      {named && (
        <span className="truncate" aria-hidden>
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
  index,
  named,
  taken,
  wrong,
}: RowProps & { output: OutputPort; taken: boolean }) {
  return (
    <li
      data-port={output.key}
      data-side="output"
      className={classNames(ROW, 'right-0 max-w-[62%] pr-3', taken && 'text-text', wrong && WRONG)}
      style={place(index)}
    >
      {named && (
        <span className="truncate" aria-hidden>
          {outputName(output)}
        </span>
      )}
      <Dot side="east" mark={output.declared ? 'output' : null} />
      <span className="sr-only">
        output {outputName(output)}, {outputText(output)}
      </span>
    </li>
  );
}
