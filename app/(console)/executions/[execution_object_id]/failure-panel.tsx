'use client';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FailureRole, type Incident, roleOf } from '@/lib/dag/replay/incidents';
import { visitPlace } from '@/lib/dag/replay/walks';
import { Button, IconButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { ChoiceOrList } from '@/components/ui/chip';
import { counted } from '@/lib/view/amount';
import { FailureEvidence, FailureOutcome, placeName, SameFailures } from './failure-parts';
import { momentText } from './moment-text';
import { useRun } from './run-context';

const CLASSES: Readonly<Record<string, string>> = {
  Retryable: 'retryable failure',
  TerminalToolFailure: 'permanent tool failure',
  TerminalSubmissionFailure: 'no leader submitted a result',
};
const OUTCOMES: Readonly<Record<string, string>> = {
  Terminate: 'terminate: this walk is aborted, the others are cancelled',
  TransientContinue: 'continue: this walk fails, the others go on',
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 bg-surface px-3 py-2">
      <h3 className="mb-1 text-2xs text-3">{title}</h3>
      {children}
    </section>
  );
}

const ROLES: Readonly<Record<FailureRole, string>> = {
  root: 'Root failure',
  consequence: 'Consequence of the root failure',
  recovered: 'Recovered failure',
  separate: 'Separate failure',
};

function titleOf(incident: Incident, cause: Incident | null): string {
  const role = ROLES[roleOf(incident, cause)];
  if (incident !== cause) return role;
  return `${role}: why it ${incident.ends === 'run' ? 'was aborted' : 'failed'}`;
}

/** One failure in full: reason, evidence, the leaders' race, outcome, and other executions with the same failure. */
export function FailurePanel({ incident }: { incident: Incident }) {
  const { cause, history, openIncident } = useRun().view;
  const place = useRef<HTMLElement>(null);
  // With the panel at the top, the failed vertex below it is in view too. Newer browsers return a promise, which is no clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
  }, [incident.key]);
  const classed =
    history.failings.get(visitPlace(incident.walk_index, incident.vertex, incident.iteration)) ?? [];
  return (
    <Panel
      ref={place}
      data-testid="failure-panel"
      data-failure={incident.key}
      className="mb-3 scroll-mt-16"
      title={titleOf(incident, cause)}
      note={placeName(incident)}
      actions={
        <>
          <WhichFailure incident={incident} />
          <IconButton label="Close" onClick={() => openIncident(null)}>
            <X size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      <div className="grid gap-px overflow-hidden rounded-b-md bg-line md:grid-cols-2 xl:grid-cols-4">
        <Part title="Reason">
          {incident.reasons.map((reason) => (
            <p key={reason} className="break-words text-fail">
              {reason}
            </p>
          ))}
          {incident.reasons.length === 0 && <p className="text-3">No reason recorded</p>}
          {classed.map(({ id, failure_class, outcome, duplicate }) => (
            <p key={String(id)} className="mt-1 text-2">
              {CLASSES[failure_class] ?? failure_class}
              {duplicate
                ? ', reported again by the other leader'
                : outcome !== null && `; ${OUTCOMES[outcome] ?? outcome}`}
            </p>
          ))}
          <ol className="mt-1 text-2xs text-3">
            {incident.rows.map((moment) => (
              <li key={moment.key} className="truncate" title={momentText(moment)}>
                <a href={`#${moment.key}`} className="mono hover:text-accent hover:underline">
                  {moment.key}
                </a>{' '}
                {moment.type === 'event' ? moment.row.event_type : 'submission failure'}
              </li>
            ))}
          </ol>
        </Part>
        <Part title="Evidence and the leaders' race">
          <FailureEvidence incident={incident} />
        </Part>
        <Part title="Outcome">
          <FailureOutcome incident={incident} />
        </Part>
        <Part title="Same failure elsewhere">
          <SameFailures incident={incident} />
        </Part>
      </div>
    </Panel>
  );
}

const MOST_NAMED = 4;

/** What the root failure ended besides its own walk, and the failures that it did not cause. */
function FailureRoles() {
  const { incidents, cause } = useRun().view;
  if (cause === null) return null;
  const of = (role: FailureRole) => incidents.filter((one) => roleOf(one, cause) === role);
  const aborted = of('consequence').map(placeName);
  const cancelled = cause.hit.map(({ after }) =>
    after.vertex === null ? `walk ${after.walk_index}` : placeName({ ...after, vertex: after.vertex }),
  );
  const named = (count: string, names: readonly string[]) => {
    const more = names.length - MOST_NAMED;
    return `${count} (${names.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; ${more} more` : ''})`;
  };
  const consequences = [
    ...(cancelled.length > 0 ? [named(`${counted(cancelled.length, 'walk')} cancelled`, cancelled)] : []),
    ...(aborted.length > 0 ? [named(`${counted(aborted.length, 'walk')} aborted`, aborted)] : []),
  ];
  const others = [
    [of('separate').length, 'separate failure'] as const,
    [of('recovered').length, 'recovered failure'] as const,
  ].flatMap(([count, words]) => (count > 0 ? [counted(count, words)] : []));
  return (
    <span className="block text-3" data-testid="failure-roles">
      Consequences: {consequences.length > 0 ? consequences.join(', ') : 'no other walk ended'}
      {others.length > 0 && ` · Not caused by it: ${others.join(', ')}`}
    </span>
  );
}

/** A summary above the graph: why the run failed, otherwise its first recovered failure. */
export function FailureStrip() {
  const { incidents, cause, openIncident } = useRun().view;
  const shown = cause ?? incidents[0];
  if (shown === undefined) return null;
  const failed = cause?.ends === 'run' ? 'Aborted' : 'Failed';
  return (
    <p
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5"
      data-testid="failure-strip"
    >
      <span className="min-w-0 text-2">
        <b className={`font-semibold ${cause === null ? 'text-warn' : 'text-fail'}`}>
          {cause === null ? 'Recovered' : failed}
        </b>{' '}
        at <span className="mono">{placeName(shown)}</span>: {shown.reasons[0] ?? 'no reason recorded'}
        {cause === null && incidents.length > 1 && (
          <span className="text-3"> · {incidents.length} failures</span>
        )}
        <FailureRoles />
      </span>
      <Button size="small" className="ml-auto" onClick={() => openIncident(shown)}>
        View failure{shown === incidents[0] && <kbd className="font-mono text-2xs text-3"> f</kbd>}
      </Button>
    </p>
  );
}

/** Beyond this a select replaces the row of numbers. */
const MOST_NUMBERS = 12;

function WhichFailure({ incident }: { incident: Incident }) {
  const { incidents, cause, openIncident } = useRun().view;
  if (incidents.length < 2) return null;
  return (
    <ChoiceOrList
      label="Failure"
      value={incident.key}
      options={incidents.map((one, index) => ({
        value: one.key,
        label: index + 1,
        words: `${index + 1} of ${incidents.length}: ${placeName(one)}, ${ROLES[roleOf(one, cause)].toLowerCase()}`,
      }))}
      asList={incidents.length > MOST_NUMBERS}
      onChange={(key) => openIncident(incidents.find((one) => one.key === key) ?? null)}
    />
  );
}
