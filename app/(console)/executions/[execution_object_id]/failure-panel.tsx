'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Incident } from '@/lib/dag/replay/incidents';
import { visitPlace } from '@/lib/dag/replay/history';
import { counted } from '@/lib/view/counted';
import { statusWords } from '@/lib/view/status';
import { IconButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { unreadReason, type ExecutionParts } from './execution-parts';
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

/** What the two flags of a commit mean: evidence of a failure handed in with the result, by the side that handed it in. */
function Flag({ of, value }: { of: 'primary' | 'secondary'; value: boolean | null }) {
  return (
    <li>
      <span className="text-3">has_{of}_failure_evidence </span>
      <Maybe value={value} reason="no commit was recorded, or it did not say" />
      {value === true && (
        <span className="text-2">
          : with the result stands evidence of a failure on the side of the {of} leader, be it of the tool or
          of a missed turn
        </span>
      )}
      {value === false && <span className="text-2">: none on the side of the {of} leader</span>}
    </li>
  );
}

function Race({ incident, failures }: { incident: Incident; failures: ExecutionParts['failures'] }) {
  const { race, leader } = incident;
  return (
    <>
      {race.length === 0 &&
        (failures.data ? (
          <p className="text-2">No leader missed its turn.</p>
        ) : (
          <p className="text-warn">
            Whether a leader missed its turn is not known: {unreadReason('the submission failures', failures)}
            .
          </p>
        ))}
      {race.length > 0 && (
        <ol className="flex flex-col gap-1.5" data-testid="leaders-race">
          {race.map((row) => (
            <li key={row.id}>
              <span className="text-fail">failed</span> <Id family="leader" value={row.failed_leader} />
              <br />
              {row.winning_leader === null ? (
                <span className="text-2">nobody took over</span>
              ) : (
                <>
                  <span className="text-ok">won</span> <Id family="address" value={row.winning_leader} />{' '}
                  <span className="text-3">by wallet</span>
                </>
              )}
              <br />
              <span className="text-2">{row.reason}</span>
            </li>
          ))}
        </ol>
      )}
      {leader !== null && (
        <p className="mt-1 text-2" data-testid="failure-committed">
          The result was committed by <Id family="leader" value={leader} />
        </p>
      )}
    </>
  );
}

function Consequences({
  incident,
  parts,
  view,
}: {
  incident: Incident;
  parts: ExecutionParts;
  view: ReplayView;
}) {
  const { outcome, hit, spared } = incident;
  const { payment } = parts;
  return (
    <ul className="flex flex-col gap-1" data-testid="failure-consequences">
      {outcome !== null && (
        <li>
          walk {String(outcome.walk_index)}: <Status of="walk" value={outcome.state} />
          {outcome.variant !== null && (
            <span className="text-2">
              {' '}
              on <span className="mono">{outcome.variant}</span>
            </span>
          )}
        </li>
      )}
      {hit.map(({ before, after }) => (
        <li key={String(after.walk_index)} data-walk-hit={String(after.walk_index)}>
          {after.vertex === null ? (
            `walk ${after.walk_index}`
          ) : (
            <span className="break-words">{placeName({ ...after, vertex: after.vertex })}</span>
          )}
          : {before === null ? <span className="text-3">not seen before</span> : statusWords(before.state)} →{' '}
          <Status of="walk" value={after.state} />
        </li>
      ))}
      <li className="text-2">
        {hit.length === 0 && spared === 0
          ? 'no other walk was under way'
          : `${counted(hit.length, 'other walk')} cancelled because of it; ${counted(spared, 'other walk')} under way went on`}
      </li>
      <li>
        {payment === null ? (
          <span className="text-3">
            {parts.payments.data
              ? 'no payment of this execution is known'
              : unreadReason('its payment', parts.payments)}
          </span>
        ) : (
          <>
            payment: <Status value={payment.final_state} />
            {payment.refund_reason !== null && <span className="text-2"> ({payment.refund_reason})</span>}
          </>
        )}
      </li>
      {view.at.money.shortfalls.length > 0 && (
        <li className="text-warn">a settlement was short of money before</li>
      )}
    </ul>
  );
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
              {outcome !== null && `; ${OUTCOMES[outcome] ?? outcome}`}
              {duplicate && '; reported a second time, by the other leader'}
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
          <Race incident={incident} failures={parts.failures} />
          <ul className="mt-1.5 text-xs">
            <Flag of="primary" value={incident.primary_evidence} />
            <Flag of="secondary" value={incident.secondary_evidence} />
          </ul>
        </Part>
        <Part title="What came of it">
          <Consequences incident={incident} parts={parts} view={view} />
        </Part>
        <Part title="The same failure elsewhere">
          <SameFailures incident={incident} view={view} source={parts.source} />
        </Part>
      </div>
    </Panel>
  );
}
