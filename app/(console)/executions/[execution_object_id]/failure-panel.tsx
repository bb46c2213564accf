'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Incident } from '@/lib/dag/replay/incidents';
import { visitPlace } from '@/lib/dag/replay/history';
import { IconButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { EvidenceAndRace } from './evidence-and-race';
import type { ExecutionParts } from './execution-parts';
import { FailureConsequences } from './failure-consequences';
import { momentText } from './moment-text';
import { placeName } from './place-name';
import { SameFailures } from './same-failures';
import type { ReplayView } from './use-replay';
import { WhichFailure } from './which-failure';

const CLASSES: Readonly<Record<string, string>> = {
  Retryable: 'retryable',
  TerminalToolFailure: 'the tool failed for good',
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

/** What it is to the run: what ended it is why the run failed; others were got over. */
function titleOf(incident: Incident, cause: Incident | null): string {
  if (incident === cause) return incident.ends === 'run' ? 'Why it was aborted' : 'Why it failed';
  return incident.ends === null ? 'A failure that was got over' : 'A failure beside it';
}

interface FailurePanelProps {
  incident: Incident;
  parts: ExecutionParts;
  view: ReplayView;
}

/** One failure, whole: why, the evidence, who raced, the same failure elsewhere, and what came of it. */
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
        <Part title="Why">
          {incident.reasons.map((reason) => (
            <p key={reason} className="break-words text-fail">
              {reason}
            </p>
          ))}
          {incident.reasons.length === 0 && <p className="text-3">No reason was recorded.</p>}
          {classed.map(({ id, failure_class, outcome, duplicate }) => (
            <p key={String(id)} className="mt-1 text-2">
              {CLASSES[failure_class] ?? failure_class}
              {duplicate
                ? ', reported a second time, by the other leader'
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
          <EvidenceAndRace incident={incident} failures={parts.failures} />
        </Part>
        <Part title="What came of it">
          <FailureConsequences incident={incident} parts={parts} view={view} />
        </Part>
        <Part title="The same failure elsewhere">
          <SameFailures incident={incident} view={view} source={parts.source} />
        </Part>
      </div>
    </Panel>
  );
}
