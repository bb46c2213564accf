import { formatDuration } from '@/lib/view/time';
import { classNames } from '@/components/ui/class-names';
import type { Scale } from '@/lib/dag/replay/clock';
import type { Stretch } from '@/lib/dag/replay/timeline';

const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Labels are centered on their tick, except at the ends. */
const SHIFTS = new Map([
  [0, '0'],
  [1, '-100%'],
]);
/** Left margin for the walk and vertex names. */
export const GUTTER = 'ml-[132px] sm:ml-[196px]';

/** Slits in the background colour. */
export const PERFORATED =
  '[background:repeating-linear-gradient(90deg,transparent_0_4px,color-mix(in_srgb,var(--color-surface)_78%,transparent)_4px_7px)]';

interface AxisProps {
  scale: Scale;
  from: number;
  now: number;
}

const GAP = 'absolute inset-y-0 border-x border-dashed border-line-strong';

function widthOf({ from, to }: Scale['idle'][number], scale: Scale) {
  const left = scale.place(from);
  return { left: `${left * 100}%`, width: `${(scale.place(to) - left) * 100}%` };
}

/** Shortened idle periods behind the lanes. */
export function Folds({ scale }: { scale: Scale }) {
  return (
    <div aria-hidden className={`pointer-events-none absolute inset-y-0 right-0 left-0 mr-3 ${GUTTER}`}>
      {scale.idle.map((gap) => (
        <span key={gap.from} data-fold className={`${GAP} bg-surface-2`} style={widthOf(gap, scale)} />
      ))}
    </div>
  );
}

/** Time since the start, shortened idle periods, and the current moment. */
export function Axis({ scale, from, now }: AxisProps) {
  return (
    <div className={`relative mr-3 h-6 border-b border-line ${GUTTER}`} aria-hidden>
      {TICKS.map((place) => (
        <span
          key={place}
          className={classNames(
            'absolute top-1 text-2xs whitespace-nowrap text-3',
            place % 0.5 !== 0 && 'max-sm:hidden',
          )}
          style={{
            left: `${place * 100}%`,
            transform: `translateX(${SHIFTS.get(place) ?? '-50%'})`,
          }}
        >
          +{formatDuration(scale.time(place) - from)}
        </span>
      ))}
      {scale.idle.map((gap) => (
        <span
          key={gap.from}
          data-tip={`${formatDuration(gap.to - gap.from)} idle, shortened`}
          className={GAP}
          style={widthOf(gap, scale)}
        />
      ))}
      {now >= scale.from && now <= scale.to && (
        <span
          className="absolute -bottom-1 size-2 -translate-x-1/2 rotate-45 bg-accent"
          style={{ left: `${scale.place(now) * 100}%` }}
        />
      )}
    </div>
  );
}

const WORDS: Record<Stretch['phase'], string> = {
  waiting: 'waiting for a leader',
  running: 'running',
  settling: 'settling',
};

export function TimelineLegend({ folded }: { folded: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-3" aria-label="Legend">
      {(Object.keys(WORDS) as Stretch['phase'][]).map((phase) => (
        <li key={phase} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="h-2.5 w-5 rounded-xs"
            style={{ background: phaseFill(phase, 'var(--color-text-2)') }}
          />
          {WORDS[phase]}
        </li>
      ))}
      {folded && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="relative h-2.5 w-5 rounded-xs bg-text-2/60">
            <span className={`absolute inset-0 ${PERFORATED}`} />
          </span>
          idle time, shortened
        </li>
      )}
    </ul>
  );
}

/** Waiting is pale, running solid, settling striped, because colour shows the state. */
export function phaseFill(phase: Stretch['phase'], colour: string): string {
  if (phase === 'waiting') return `color-mix(in srgb, ${colour} 32%, transparent)`;
  if (phase === 'running') return `color-mix(in srgb, ${colour} 72%, var(--color-surface))`;
  return `repeating-linear-gradient(135deg, color-mix(in srgb, ${colour} 60%, transparent) 0 3px, color-mix(in srgb, ${colour} 25%, transparent) 3px 6px)`;
}
