'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Incident } from '@/lib/dag/replay/incidents';
import { visitPlace } from '@/lib/dag/replay/walks';
import { Button, IconButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { ChoiceOrList } from '@/components/ui/chip';
import { FailureEvidence, FailureOutcome, placeName, SameFailures } from './failure-parts';
import type { ExecutionParts } from './use-execution';
import { momentText } from './moment-text';
import type { ReplayView } from './use-replay';

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

/** The incident's role in the run: its cause of failure, recovered, or additional. */
function titleOf(incident: Incident, cause: Incident | null): string {
  if (incident === cause) return incident.ends === 'run' ? 'Why it was aborted' : 'Why it failed';
  return incident.ends === null ? 'Recovered failure' : 'Additional failure';
}

interface FailurePanelProps {
  incident: Incident;
  parts: ExecutionParts;
  view: ReplayView;
}

/** One failure in full: reason, evidence, the leaders' race, outcome, and other executions with the same failure. */
export function FailurePanel({ incident, parts, view }: FailurePanelProps) {
  const { cause, history } = view;
  const classed =
    history.failings.get(visitPlace(incident.walk_index, incident.vertex, incident.iteration)) ?? [];
  return (
    <Panel
      data-testid="failure-panel"
      data-failure={incident.key}
      className="mb-3"
      title={titleOf(incident, cause)}
      note={placeName(incident)}
      actions={
        <>
          <WhichFailure incident={incident} view={view} />
          <IconButton label="Close" onClick={() => view.openIncident(null)}>
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
                {moment.of === 'event' ? moment.row.event_type : 'submission failure'}
              </li>
            ))}
          </ol>
        </Part>
        <Part title="Evidence and the leaders' race">
          <FailureEvidence incident={incident} failures={parts.failures} />
        </Part>
        <Part title="Outcome">
          <FailureOutcome incident={incident} parts={parts} view={view} />
        </Part>
        <Part title="Same failure elsewhere">
          <SameFailures incident={incident} view={view} />
        </Part>
      </div>
    </Panel>
  );
}

/** A one-line summary above the graph: why the run failed, otherwise its first recovered failure. */
export function FailureStrip({ view }: { view: ReplayView }) {
  const { incidents, cause } = view;
  const shown = cause ?? incidents[0];
  if (shown === undefined) return null;
  return (
    <p
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5"
      data-testid="failure-strip"
    >
      <span className="min-w-0 text-2">
        <b className={`font-semibold ${cause === null ? 'text-warn' : 'text-fail'}`}>
          {cause === null ? 'Recovered' : cause.ends === 'run' ? 'Aborted' : 'Failed'}
        </b>{' '}
        at <span className="mono">{placeName(shown)}</span>: {shown.reasons[0] ?? 'no reason recorded'}
        {incidents.length > 1 && <span className="text-3"> · {incidents.length} failures</span>}
      </span>
      <Button size="small" className="ml-auto" onClick={() => view.openIncident(shown)}>
        View failure{shown === incidents[0] && <kbd className="font-mono text-2xs text-3"> f</kbd>}
      </Button>
    </p>
  );
}

/** Beyond this a select replaces the row of numbers. */
const MOST_NUMBERS = 12;

/** Chooses among the failures of a run. */
export function WhichFailure({ incident, view }: { incident: Incident; view: ReplayView }) {
  const { incidents } = view;
  if (incidents.length < 2) return null;
  return (
    <ChoiceOrList
      label="Failure"
      value={incident.key}
      options={incidents.map((one, index) => ({
        value: one.key,
        label: index + 1,
        words: `${index + 1} of ${incidents.length}: ${placeName(one)}`,
      }))}
      asList={incidents.length > MOST_NUMBERS}
      onChange={(key) => view.openIncident(incidents.find((one) => one.key === key) ?? null)}
    />
  );
}
