'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { type Visit, visitPlace } from '@/lib/dag/replay/walks';
import { placeKey } from '@/lib/dag/replay/history';
import { vertexStateWord } from '@/lib/dag/run-state';
import { Pairs } from '@/components/graph/inspector';
import { stateText } from '@/components/graph/appearance';
import { Button, IconButton } from '@/components/ui/button';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Term } from '@/components/values/term';
import type { ReplayView } from './use-replay';
import { useRun } from './run-context';
import { StepLine, VisitValues } from './recorded-values';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Select } from '@/components/ui/field';
import { LongText } from '@/components/values/long-text';
import { Tip } from '@/components/ui/tip';
import { Mono } from '@/components/ui/mono';

const PHASES = {
  required: 'requested',
  requested: 'assigned to a leader',
  committed: 'result committed',
  verified: 'verified',
  settled: 'settled',
} as const;

const NOT_COMMITTED = 'not recorded in the commit';

function Times({ visit }: { visit: Visit }) {
  return (
    <ol className="px-3 pt-1">
      {visit.partial && <li className="text-3">start not recorded</li>}
      {visit.phases.map(({ phase, at }) => (
        <li key={phase}>
          <StepLine place={at}>{PHASES[phase]}</StepLine>
        </li>
      ))}
    </ol>
  );
}

function unseenText({ state, walk, at }: ReplayView, vertex: string): string {
  switch (state?.vertices.get(vertex)?.state) {
    case 'unknown':
      return walk === null
        ? 'Nothing recorded. The record is incomplete, so it may have run.'
        : `Walk ${walk} is not recorded here. The record is incomplete, so it may have reached this vertex.`;
    case 'not_by_walk':
      return `Reached by other walks, not by walk ${walk}.`;
    default:
      return at.ended ? 'Never reached' : 'Not reached at this step';
  }
}

/** The visits of a vertex at this step, one at a time, with their inputs and outputs. */
export function RunDetail({ vertex }: { vertex: string }) {
  const { view } = useRun();
  const visits = view.at.visits.filter(
    (visit) => visit.vertex === vertex && (view.walk === null || visit.walk_index === view.walk),
  );
  const [selected, choose] = useQueryState('visit', parseAsString.withOptions({ history: 'replace' }));
  // By default the visit of the current step, otherwise the latest.
  const places = [
    visits.findIndex((visit) => visitName(visit) === selected),
    visits.findIndex(({ last }) => last === view.at.step - 1),
    visits.length - 1,
  ];
  const place = places.find((index) => index >= 0) ?? 0;
  const visit = visits[place];
  if (visit === undefined) {
    return (
      <p className="mx-3 mt-2 text-3" data-testid="run-detail">
        {unseenText(view, vertex)}
      </p>
    );
  }
  const leaders = view.history.leaders.get(visitPlace(visit.walk_index, vertex, visit.iteration)) ?? [];
  return (
    <section
      aria-label={`Visits of ${vertex}`}
      data-testid="run-detail"
      className="mt-2 border-t border-line pt-2"
    >
      <VisitChoice
        visits={visits}
        visit={visit}
        out_of={view.history.out_of.get(placeKey(vertex, visit.iteration))}
        onChoose={(next) => void choose(visitName(next))}
      />
      <Pairs>
        <dt>State</dt>
        <dd className={stateText[visit.state]}>{vertexStateWord(visit.state)}</dd>
        {visit.variant !== null && (
          <>
            <dt>
              <Term>Variant</Term>
            </dt>
            <dd translate="no" className="mono">
              {visit.variant}
            </dd>
          </>
        )}
        {visit.phases.some(({ phase }) => phase === 'committed') && (
          <>
            <dt>Committed by</dt>
            <dd>
              <Id family="leader" value={visit.leader} reason={NOT_COMMITTED} />
            </dd>
          </>
        )}
        {leaders.length > 0 && (
          <>
            <dt>Assigned leaders</dt>
            <dd className="flex flex-col">
              {[...new Set(leaders)].map((leader) => (
                <Id key={leader} family="leader" value={leader} />
              ))}
            </dd>
          </>
        )}
        {visit.failure_reason !== null && (
          <>
            <dt>Failure</dt>
            <dd className="min-w-0 text-fail">
              <LongText text={visit.failure_reason} label="failure" />
            </dd>
          </>
        )}
        {(visit.primary_evidence === true || visit.secondary_evidence === true) && (
          <>
            <dt>Evidence</dt>
            <dd>
              primary: <Maybe value={visit.primary_evidence} reason={NOT_COMMITTED} />, secondary:{' '}
              <Maybe value={visit.secondary_evidence} reason={NOT_COMMITTED} />
            </dd>
          </>
        )}
      </Pairs>
      <Times visit={visit} />
      {view.at.step < view.replay.moments.length && (
        <div className="px-3 pt-1">
          <Button size="small" onClick={() => view.goTo(visit.begun + 1)}>
            Go to visit start
          </Button>
        </div>
      )}
      <VisitValues visit={visit} />
    </section>
  );
}

/** `3-2`, `3-2-1`: walk, iteration, round. Identifies a visit in URLs, also at adjacent vertices. */
function visitName({ walk_index, iteration, round }: Visit): string {
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
  visit: Visit;
  /** Number of iterations, if recorded. */
  out_of: bigint | undefined;
  onChoose: (visit: Visit) => void;
}

function VisitChoice({ visits, visit, out_of, onChoose }: VisitChoiceProps) {
  const place = visits.indexOf(visit);
  const choose = (next: number) => {
    const selected = visits[next];
    if (selected !== undefined) onChoose(selected);
  };
  const whole = visit.iteration !== null && out_of !== undefined && (
    <Tip className="shrink-0 text-3 mono" tip="Iterations count from 0, as on chain">
      of {String(out_of)}
    </Tip>
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
        {visits.map((visit, index) => (
          <option key={visit.key} value={index}>
            {visitText(visit)}
          </option>
        ))}
      </Select>
      {whole}
      <IconButton label="Previous visit" disabled={place <= 0} onClick={() => choose(place - 1)}>
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <Mono className="text-3">
        {place + 1}/{visits.length}
      </Mono>
      <IconButton label="Next visit" disabled={place >= visits.length - 1} onClick={() => choose(place + 1)}>
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </header>
  );
}
