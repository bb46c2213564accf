// Shades the vertices of a graph by a figure: the scale, its colours, and their strength.
import type { VertexGroup } from '@/lib/contract/stats';
import { ofCalls, rateText } from '@/lib/view/failures';
import { formatDuration } from '@/lib/view/time';

export interface VertexHeat {
  /** 0 to 1, relative to the vertex with the highest value. */
  share: number;
  /** `1.2 s`, `12 %` */
  label: string;
  /** What the label is, in words. */
  of: string;
}

type Figures = Pick<VertexGroup, 'duration_p50_ms' | 'duration_p95_ms' | 'succeeded' | 'failed'>;

interface Shading {
  label: string;
  /** Of a vertex. */
  words: string;
  value: (figures: Figures) => number | null;
  format: (figures: Figures) => string;
}

function byDuration(field: 'duration_p50_ms' | 'duration_p95_ms', label: string, words: string): Shading {
  return {
    label,
    words,
    value: (figures) => (figures[field] === null ? null : Number(figures[field])),
    format: (figures) => formatDuration(Number(figures[field])),
  };
}

/** What vertices can be shaded by. */
export const SHADINGS = {
  median: byDuration('duration_p50_ms', 'Median', 'median duration'),
  p95: byDuration('duration_p95_ms', 'p95', 'p95 duration'),
  failures: {
    label: 'Failures',
    words: 'failed calls',
    value: ({ succeeded, failed }) => (succeeded + failed === 0 ? null : failed / (succeeded + failed)),
    format: (calls) => rateText(ofCalls(calls)) ?? '',
  },
} as const satisfies Record<string, Shading>;
export type ShadingName = keyof typeof SHADINGS;

/** By vertex; vertices without a value have no heat. */
export function heatOf(
  figures: readonly (Figures & { vertex: string })[],
  by: ShadingName = 'median',
): ReadonlyMap<string, VertexHeat> {
  const { value, format, words }: Shading = SHADINGS[by];
  const highest = Math.max(0, ...figures.map((vertex) => value(vertex) ?? 0));
  return new Map(
    figures.flatMap((vertex): [string, VertexHeat][] => {
      const vertexValue = value(vertex);
      if (vertexValue === null) return [];
      return [
        [
          vertex.vertex,
          { share: highest === 0 ? 0 : vertexValue / highest, label: format(vertex), of: words },
        ],
      ];
    }),
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
