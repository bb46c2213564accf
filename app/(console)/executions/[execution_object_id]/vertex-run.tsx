'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { type Visit, visitPlace } from '@/lib/dag/replay/walks';
import { placeKey } from '@/lib/dag/replay/history';
import { vertexStateWord } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { Pairs } from '@/components/graph/inspector';
import { stateText } from '@/components/graph/appearance';
import { Button, IconButton } from '@/components/ui/button';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import type { ReplayView } from './use-replay';
import { VisitValues } from './values';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Select } from '@/components/ui/field';

const PHASES = {
  required: 'requested',
  requested: 'assigned to a leader',
  committed: 'result committed',
  verified: 'verified',
  settled: 'settled',
} as const;

function Times({ visit, view }: { visit: Visit; view: ReplayView }) {
  const { times } = view.clock;
  const begin = times[0] ?? 0;
  return (
    <ol className="px-3 pt-1">
      {visit.partial && <li className="text-3">start not recorded</li>}
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

/** Why there is no visit. */
function unseenText({ state, walk, at }: ReplayView, vertex: string): string {
  switch (state?.vertices.get(vertex)?.state) {
    case 'unknown':
      return walk === null
        ? 'Nothing recorded. The record is incomplete, so it may have run.'
        : `Nothing of walk ${walk} recorded here. The record is incomplete, so it may have come here.`;
    case 'not_by_walk':
      return `Reached by other walks, not by walk ${walk}.`;
    default:
      return at.ended ? 'Never reached' : 'Not reached at this step';
  }
}

/** The visits of a vertex at this step, one at a time, with their inputs and outputs. */
export function RunDetail({ vertex, view }: { vertex: string; view: ReplayView }) {
  const visits = view.at.visits.filter(
    (one) => one.vertex === vertex && (view.walk === null || one.walk_index === view.walk),
  );
  const [chosen, choose] = useQueryState('visit', parseAsString.withOptions({ history: 'replace' }));
  // By default the visit of the current step, otherwise the latest.
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
        <dt>Visit</dt>
        <dd className={stateText[visit.state]}>{vertexStateWord(visit.state)}</dd>
        {visit.variant !== null && (
          <>
            <dt>
              <Term>Variant</Term>
            </dt>
            <dd className="mono">{visit.variant}</dd>
          </>
        )}
        {visit.phases.some(({ phase }) => phase === 'committed') && (
          <>
            <dt>Committed by</dt>
            <dd>
              <Id family="leader" value={visit.leader} reason="not recorded in the commit" />
            </dd>
          </>
        )}
        {named.length > 0 && (
          <>
            <dt>Assigned leaders</dt>
            <dd className="flex flex-col">
              {[...new Set(named)].map((leader) => (
                <Id key={leader} family="leader" value={leader} />
              ))}
            </dd>
          </>
        )}
        {visit.failure_reason !== null && (
          <>
            <dt>Failure</dt>
            <dd className="text-fail">{visit.failure_reason}</dd>
          </>
        )}
        {visit.primary_evidence === true || visit.secondary_evidence === true ? (
          <>
            <dt>Evidence</dt>
            <dd>
              primary: <Maybe value={visit.primary_evidence} reason="not recorded in the commit" />,
              secondary: <Maybe value={visit.secondary_evidence} reason="not recorded in the commit" />
            </dd>
          </>
        ) : null}
      </Pairs>
      <Times visit={visit} view={view} />
      {view.at.step < view.replay.moments.length && (
        <div className="px-3 pt-1">
          <Button size="small" onClick={() => view.goTo(visit.begun + 1)}>
            Go to its start
          </Button>
        </div>
      )}
      <VisitValues visit={visit} view={view} />
    </section>
  );
}

/** `3-2`, `3-2-1`: walk, iteration, round. Identifies a visit in URLs, also at adjacent vertices. */
export function visitName({ walk_index, iteration, round }: Visit): string {
  return [walk_index, iteration ?? '', ...(round > 0 ? [round] : [])].join('-');
}

/** `walk 3, iteration [2], round 2`: iterations count from 0 as on chain, rounds from 1. */
function visitText({ walk_index, iteration, round }: Visit): string {
  const parts = [`walk ${walk_index}`];
  if (iteration !== null) parts.push(`iteration [${iteration}]`);
  if (round > 0) parts.push(`round ${round + 1}`);
  return parts.join(', ');
}

interface VisitChoiceProps {
  visits: readonly Visit[];
  /** Index of the visit shown. */
  place: number;
  /** Number of iterations, if recorded. */
  out_of: bigint | undefined;
  onChoose: (visit: Visit) => void;
}

/** Chooses among the visits of a vertex. */
export function VisitChoice({ visits, place, out_of, onChoose }: VisitChoiceProps) {
  const visit = visits[place];
  if (visit === undefined) return null;
  const choose = (next: number) => {
    const chosen = visits[next];
    if (chosen !== undefined) onChoose(chosen);
  };
  const whole = visit.iteration !== null && out_of !== undefined && (
    <span className="shrink-0 text-3 mono" data-tip="Iterations count from 0, as on chain">
      of {String(out_of)}
    </span>
  );
  if (visits.length === 1)
    return (
      <header className="flex items-baseline gap-1.5 px-3">
        {visitText(visit)} {whole}
      </header>
    );
  return (
    <header className="flex items-center gap-1 px-3">
      <Select
        aria-label="Visit"
        className="h-[26px]! flex-1 px-1.5!"
        value={place}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {visits.map((one, index) => (
          <option key={one.key} value={index}>
            {visitText(one)}
          </option>
        ))}
      </Select>
      {whole}
      <IconButton label="Previous visit" disabled={place <= 0} onClick={() => choose(place - 1)}>
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span className="text-3 mono">
        {place + 1}/{visits.length}
      </span>
      <IconButton label="Next visit" disabled={place >= visits.length - 1} onClick={() => choose(place + 1)}>
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </header>
  );
}
