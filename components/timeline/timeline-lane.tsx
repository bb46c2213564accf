import { memo } from 'react';
import { isolated } from '@/lib/text/foreign-text';
import type { Scale } from '@/lib/dag/replay/clock';
import { missedAt, type Bar, type TimelineRow } from '@/lib/dag/replay/timeline';
import { vertexStateWord } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { stateColour } from '@/components/graph/appearance';
import { classNames } from '@/components/ui/class-names';
import { useNameText } from '@/components/values/names';
import { GUTTER, PERFORATED, phaseFill } from './axis';

type NameText = ReturnType<typeof useNameText>;

function barText({ visit, from, to, closed, leaders }: Bar, missed: number, nameText: NameText): string {
  const parts = [
    `walk ${visit.walk_index}, ${isolated(visit.vertex)}${visit.iteration === null ? '' : ` [${visit.iteration}]`}`,
    vertexStateWord(visit.state),
    closed ? `took ${formatDuration(to - from)}` : `running for ${formatDuration(to - from)}`,
  ];
  if (visit.variant !== null) parts.push(`variant ${isolated(visit.variant)}`);
  if (visit.leader !== null) parts.push(`committed by leader ${nameText(visit.leader)}`);
  else if (leaders.length > 0) parts.push(`assigned leaders ${leaders.map(nameText).join(', ')}`);
  if (missed > 0) parts.push(`${missed === 1 ? '1 leader' : `${missed} leaders`} missed the turn`);
  return parts.join('; ');
}

/** As space allows: the iteration, then the leader that committed or was assigned first. */
function BarLabel({ visit, leaders }: Bar) {
  const nameText = useNameText();
  const leader = visit.leader ?? leaders[0];
  if (visit.iteration === null && leader === undefined) return null;
  return (
    <span
      aria-hidden
      className={classNames(
        'absolute top-0.5 left-0.5 hidden max-w-[calc(100%-4px)] gap-1 overflow-hidden rounded-[3px] bg-surface px-1 text-2xs leading-[14px] whitespace-nowrap text-text mono',
        visit.iteration === null ? '@min-[84px]:flex' : '@min-[26px]:flex',
      )}
    >
      {visit.iteration !== null && <span>[{String(visit.iteration)}]</span>}
      {leader !== undefined && (
        <span
          className={classNames(
            'text-2',
            visit.iteration !== null && '@max-[116px]:hidden',
            visit.leader === null && 'italic',
          )}
        >
          {nameText(leader)}
        </span>
      )}
    </span>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

interface TimelineBarProps {
  row: TimelineRow;
  bar: Bar;
  scale: Scale;
  isSelected: boolean;
  /** Later than the current step. */
  isLater: boolean;
  isTabStop: boolean;
}

/** Rendered again only when something of its own changes: a replay step reaches every bar of a run. */
const TimelineBar = memo(function TimelineBar(props: TimelineBarProps) {
  const { row, bar, scale, isSelected, isLater, isTabStop } = props;
  const left = scale.place(bar.from);
  const width = scale.place(bar.to) - left;
  const colour = stateColour[bar.state];
  const text = barText(bar, missedAt(row, bar).length, useNameText());
  const part = (time: number) => (width === 0 ? 0 : (scale.place(time) - left) / width);
  return (
    <button
      type="button"
      data-bar={bar.visit.key}
      data-row={row.key}
      data-state={bar.state}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={text}
      data-tip={text.replaceAll('; ', '\n')}
      className={classNames(
        '@container absolute top-1 h-5 min-w-1.5 overflow-hidden rounded-[4px] border text-left',
        isLater && 'opacity-35',
        // A bar that extends beyond the window has an open end.
        bar.from < scale.from && 'rounded-l-none border-l-0',
        bar.to > scale.to && 'rounded-r-none border-r-0',
        isSelected && 'outline-1 outline-offset-1 outline-accent',
      )}
      style={{ left: percent(left), width: percent(width), borderColor: colour }}
    >
      {bar.stretches.map((stretch) => (
        <span
          key={stretch.phase}
          aria-hidden
          className="absolute inset-y-0"
          style={{
            left: percent(part(stretch.from)),
            width: percent(part(stretch.to) - part(stretch.from)),
            background: phaseFill(stretch.phase, colour),
          }}
        />
      ))}
      {scale.idle
        .filter((gap) => gap.to > bar.from && gap.from < bar.to)
        .map((gap) => (
          <span
            key={gap.from}
            data-folded
            aria-hidden
            className={`absolute inset-y-0 ${PERFORATED}`}
            style={{
              left: percent(part(Math.max(gap.from, bar.from))),
              width: percent(part(Math.min(gap.to, bar.to)) - part(Math.max(gap.from, bar.from))),
            }}
          />
        ))}
      <BarLabel {...bar} />
    </button>
  );
});

interface LaneProps {
  row: TimelineRow;
  scale: Scale;
  now: number;
  step: number;
  selected: string | null;
  current: string | null;
  onCurrent: (key: string) => void;
  onBar: (bar: Bar) => void;
  onMoment: (at: number) => void;
}

/** A vertex of one walk: a bar per visit, a cross where a leader failed. */
export const TimelineLane = memo(function TimelineLane(props: LaneProps) {
  const nameText = useNameText();
  const { row, scale, now, step, selected, current, onCurrent, onBar, onMoment } = props;
  const inside = (time: number) => time >= scale.from && time <= scale.to;
  const barOf = ({ target }: { target: EventTarget }) => {
    const key = (target as Element).closest('[data-bar]')?.getAttribute('data-bar');
    return row.bars.find(({ visit }) => visit.key === key);
  };
  return (
    <div
      data-lane={`${row.walk_index}/${row.vertex}`}
      className={classNames('relative flex h-7 items-center', row.head && 'border-t border-line')}
    >
      <span className="absolute left-3 flex w-[116px] gap-2 sm:w-[176px]">
        <span className="w-3 shrink-0 text-3 sm:w-14" title={`walk ${row.walk_index}`}>
          <span className="max-sm:sr-only">{row.head && 'walk '}</span>
          {row.head && String(row.walk_index)}
        </span>
        <span
          translate="no"
          className={classNames(
            'min-w-0 truncate mono max-sm:text-2xs',
            row.vertex === selected && 'text-accent',
          )}
          title={row.vertex}
        >
          {row.vertex}
        </span>
      </span>
      <div
        className={`relative mr-3 h-full min-w-0 flex-1 ${GUTTER}`}
        onFocus={(event) => {
          const bar = barOf(event);
          if (bar) onCurrent(bar.visit.key);
        }}
        onClick={(event) => {
          const bar = barOf(event);
          if (bar) onBar(bar);
        }}
      >
        {inside(now) && (
          <span
            aria-hidden
            className="absolute inset-y-0 w-px bg-accent/60"
            style={{ left: percent(scale.place(now)) }}
          />
        )}
        {row.bars
          .filter((bar) => bar.to >= scale.from && bar.from <= scale.to)
          .map((bar) => (
            <TimelineBar
              key={bar.visit.key}
              row={row}
              bar={bar}
              scale={scale}
              isSelected={row.vertex === selected}
              isLater={bar.visit.begun >= step}
              isTabStop={bar.visit.key === current}
            />
          ))}
        {row.marks
          .filter(({ time }) => inside(time))
          .map((mark) => (
            <button
              key={mark.key}
              type="button"
              aria-label={`Submission failure: ${isolated(mark.row.reason)}`}
              data-tip={`submission failure\n${isolated(mark.row.reason)}\nfailed ${nameText(mark.row.failed_leader)}${mark.row.winning_leader === null ? ', no leader took over' : `, taken over by ${nameText(mark.row.winning_leader)}`}`}
              onClick={() => onMoment(mark.at)}
              className="absolute top-1.5 z-10 -translate-x-1/2 rounded-full bg-surface text-fail"
              style={{ left: percent(scale.place(mark.time)) }}
            >
              <svg viewBox="0 0 12 12" width="16" height="16" aria-hidden>
                <circle cx="6" cy="6" r="5.2" fill="var(--color-surface)" stroke="currentColor" />
                <path d="M4 4l4 4m0-4L4 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
              </svg>
            </button>
          ))}
      </div>
    </div>
  );
});
