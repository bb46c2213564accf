'use client';
import { useState } from 'react';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import { edgeRunText } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { Button } from '@/components/ui/button';
import { PortLine } from './port-line';
import type { ReplayView } from './use-replay';

/** Crossings that are put on the screen at once, the latest first. */
const PORTION = 12;

/** What went along an edge up to this moment: each crossing with its walk, its value and the row that tells of it. */
export function EdgeDetail({ edge, view }: { edge: GraphEdge; view: ReplayView }) {
  const [limit, setLimit] = useState(PORTION);
  const { at, clock, replay, walk } = view;
  const begin = clock.times[0] ?? 0;
  const crossings = at.crossings
    .filter((crossing) => crossing.edge.key === edge.key && (walk === null || crossing.walk_index === walk))
    .reverse();
  return (
    <section
      aria-label="What went along it"
      data-testid="edge-detail"
      data-crossings={crossings.length}
      className="mt-2 border-t border-line pt-2"
    >
      <p className="px-3 text-2">Went along: {edgeRunText(edge.kind, at.state?.edges.get(edge.key))}</p>
      {crossings.length === 0 && replay.gaps.reasons.length > 0 && (
        <p className="px-3 text-3">The record has gaps: whether more went along it is unknown.</p>
      )}
      <ul>
        {crossings.slice(0, limit).map(({ at: place, walk_index, iteration, value }) => (
          <li key={place} className="mt-2">
            <p className="flex flex-wrap items-baseline gap-x-2 px-3">
              <button
                type="button"
                onClick={() => view.goTo(place + 1)}
                className="hover:text-accent hover:underline"
              >
                walk {String(walk_index)}
                {iteration !== null && `, iteration [${iteration}]`}
              </button>
              <a
                href={`#${replay.moments[place]?.key ?? ''}`}
                className="text-2xs text-3 mono hover:text-accent"
              >
                {replay.moments[place]?.key}
              </a>
              <span className="ml-auto text-3 mono">
                +{formatDuration((clock.times[place] ?? begin) - begin)}
              </span>
            </p>
            <ul>
              <PortLine name={edge.from.port} value={value} />
            </ul>
          </li>
        ))}
      </ul>
      {crossings.length > limit && (
        <p className="mt-2 flex items-center gap-2 px-3 text-3">
          {limit} of {crossings.length}
          <Button size="small" onClick={() => setLimit(limit * 5)}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}
