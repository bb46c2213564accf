import type { Stretch } from '@/lib/dag/replay/timeline';

/** Waiting is pale, running is full, settling is striped: three looks, so that colour is left for the state. */
export function stretchLook(phase: Stretch['phase'], colour: string): string {
  if (phase === 'waiting') return `color-mix(in srgb, ${colour} 32%, transparent)`;
  if (phase === 'running') return `color-mix(in srgb, ${colour} 72%, var(--surface))`;
  return `repeating-linear-gradient(135deg, color-mix(in srgb, ${colour} 60%, transparent) 0 3px, color-mix(in srgb, ${colour} 25%, transparent) 3px 6px)`;
}
