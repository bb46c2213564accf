'use client';
import { parseAsString, useQueryState } from 'nuqs';
import type { Visit } from '@/lib/dag/replay/visits';
import { placeKey, visitPlace } from '@/lib/dag/replay/history';
import { vertexStateWord } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { Pairs } from '@/components/graph/inspector-frame';
import { stateText } from '@/components/graph/run-colours';
import { Button } from '@/components/ui/button';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import type { ReplayView } from './use-replay';
import { VisitChoice, visitName } from './visit-choice';
import { VisitValues } from './visit-values';

const PHASES = {
  asked: 'asked for',
  requested: 'handed to a leader',
  committed: 'result committed',
  verified: 'verified',
  settled: 'settled',
} as const;

function Times({ visit, view }: { visit: Visit; view: ReplayView }) {
  const { times } = view.clock;
  const begin = times[0] ?? 0;
  return (
    <ol className="px-3 pt-1">
      {visit.partial && <li className="text-3">its beginning was not recorded</li>}
      {visit.phases.map(({ phase, at }) => (
        <li key={phase} className="flex items-baseline gap-2">
          <button
            type="button"
            onClick={() => view.goTo(at + 1)}
            className="text-left hover:text-accent hover:underline"
          >
            {PHASES[phase]}
          </button>
          <a
            href={`#${view.replay.moments[at]?.key ?? ''}`}
            className="text-2xs text-3 mono hover:text-accent"
          >
            {view.replay.moments[at]?.key}
          </a>
          <span className="ml-auto text-3 mono">+{formatDuration((times[at] ?? begin) - begin)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Why there is no visit to show. */
function unseenText({ state, walk, at }: ReplayView, vertex: string): string {
  switch (state?.vertices.get(vertex)?.state) {
    case 'unknown':
      return walk === null
        ? 'Nothing of it was recorded, and the record has gaps: whether it ran is unknown.'
        : `Nothing of walk ${walk} was recorded here, and the record has gaps: whether it came is unknown.`;
    case 'not_by_walk':
      return `Walk ${walk} has not come here, others have.`;
    default:
      return at.ended ? 'It was never reached.' : 'It has not been reached at this moment.';
  }
}

/** A vertex's part in the run at this moment: its visits one at a time, with what was given and what was answered. */
export function RunDetail({ vertex, view }: { vertex: string; view: ReplayView }) {
  const visits = view.at.visits.filter(
    (one) => one.vertex === vertex && (view.walk === null || one.walk_index === view.walk),
  );
  const [chosen, choose] = useQueryState('visit', parseAsString.withOptions({ history: 'replace' }));
  // Without a choice the visit that the moment is about, else the latest.
  const places = [
    visits.findIndex((one) => visitName(one) === chosen),
    visits.findIndex(({ last }) => last === view.at.step - 1),
    visits.length - 1,
  ];
  const place = places.find((one) => one >= 0) ?? 0;
  const visit = visits[place];
  if (visit === undefined) {
    return (
      <p className="mx-3 mt-2 text-3" data-testid="run-detail">
        {unseenText(view, vertex)}
      </p>
    );
  }
  const named = view.history.leaders.get(visitPlace(visit.walk_index, vertex, visit.iteration)) ?? [];
  return (
    <section
      aria-label={`Run of ${vertex}`}
      data-testid="run-detail"
      data-visit={place + 1}
      className="mt-2 border-t border-line pt-2"
    >
      <VisitChoice
        visits={visits}
        place={place}
        out_of={view.history.out_of.get(placeKey(vertex, visit.iteration))}
        onChoose={(next) => void choose(visitName(next))}
      />
      <Pairs>
        <dt>This visit</dt>
        <dd className={stateText[visit.state]}>{vertexStateWord(visit.state)}</dd>
        {visit.variant !== null && (
          <>
            <dt>Variant taken</dt>
            <dd className="mono">{visit.variant}</dd>
          </>
        )}
        {visit.phases.some(({ phase }) => phase === 'committed') && (
          <>
            <dt>Committed by</dt>
            <dd>
              <Id family="leader" value={visit.leader} reason="the commit named no leader" />
            </dd>
          </>
        )}
        {named.length > 0 && (
          <>
            <dt>Leaders named</dt>
            <dd className="flex flex-col">
              {[...new Set(named)].map((leader) => (
                <Id key={leader} family="leader" value={leader} />
              ))}
            </dd>
          </>
        )}
        {visit.failure_reason !== null && (
          <>
            <dt>Failed because</dt>
            <dd className="text-fail">{visit.failure_reason}</dd>
          </>
        )}
        {visit.primary_evidence === true || visit.secondary_evidence === true ? (
          <>
            <dt>Evidence</dt>
            <dd>
              against the primary: <Maybe value={visit.primary_evidence} reason="the commit did not say" />,
              the secondary: <Maybe value={visit.secondary_evidence} reason="the commit did not say" />
            </dd>
          </>
        ) : null}
      </Pairs>
      <Times visit={visit} view={view} />
      {view.at.step < view.replay.moments.length && (
        <div className="px-3 pt-1">
          <Button size="small" onClick={() => view.goTo(visit.begun + 1)}>
            Go to its beginning
          </Button>
        </div>
      )}
      <VisitValues visit={visit} view={view} />
    </section>
  );
}
