import type { Incident } from '@/lib/dag/replay/incidents';

/** `review [2], walk 5` */
export function placeName({
  vertex,
  iteration,
  walk_index,
}: Pick<Incident, 'vertex' | 'iteration' | 'walk_index'>): string {
  return `${vertex}${iteration === null ? '' : ` [${iteration}]`}, walk ${walk_index}`;
}
