import type { Stretch } from '@/lib/dag/replay/timeline';
import { PERFORATED } from './axis';

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
            style={{ background: phaseFill(phase, 'var(--text-2)') }}
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
  if (phase === 'running') return `color-mix(in srgb, ${colour} 72%, var(--surface))`;
  return `repeating-linear-gradient(135deg, color-mix(in srgb, ${colour} 60%, transparent) 0 3px, color-mix(in srgb, ${colour} 25%, transparent) 3px 6px)`;
}
