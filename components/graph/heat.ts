// Shades the vertices of a graph by their median duration: the scale, its colours, and their strength.
import type { VertexGroup } from '@/lib/contract/stats';
import { formatDuration } from '@/lib/view/time';

export interface VertexHeat {
  /** 0 to 1, relative to the vertex with the longest median. */
  share: number;
  /** The median. */
  label: string;
}

/** By vertex. `figures`: the longest median first; vertices without one have no heat. */
export function heatOf(
  figures: readonly (Pick<VertexGroup, 'duration_p50_ms'> & { vertex: string })[],
): ReadonlyMap<string, VertexHeat> {
  const longest = Number(figures[0]?.duration_p50_ms ?? 0n);
  return new Map(
    figures.flatMap(({ vertex, duration_p50_ms: ms }): [string, VertexHeat][] =>
      ms === null
        ? []
        : [[vertex, { share: longest === 0 ? 0 : Number(ms) / longest, label: formatDuration(Number(ms)) }]],
    ),
  );
}

/** On a card the text stays readable; a block has none. */
const SURFACES = {
  card: { cold: 'var(--color-surface-2)', percent: 30 },
  block: { cold: 'var(--color-idle)', percent: 100 },
} as const;

/** The share is squared, so that a vertex of average duration is hardly tinted. */
export function heatColour({ share }: VertexHeat, surface: keyof typeof SURFACES): string {
  const { cold, percent } = SURFACES[surface];
  return `color-mix(in srgb, var(--color-warn) ${(share ** 2 * percent).toFixed(1)}%, ${cold})`;
}
