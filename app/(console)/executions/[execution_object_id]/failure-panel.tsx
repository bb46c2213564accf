'use client';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FailureRole, type Incident, roleOf } from '@/lib/dag/replay/incidents';
import { visitPlace } from '@/lib/dag/replay/walks';
import { Button, IconButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { ChoiceOrList } from '@/components/ui/chip';
import { counted, partOf } from '@/lib/view/amount';
import { Tip } from '@/components/ui/tip';
import { momentText } from './moment-text';
import { useRun } from './run-context';
import { Status } from '@/components/values/status';
import { statusWords } from '@/lib/view/status';
import { useQuery } from '@tanstack/react-query';
import { Id, ShortId } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { matchingRows } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { sameFailure } from '@/lib/dag/replay/history';
import { noPaymentReason, unreadReason } from './use-execution';
import type { ReplayView } from './use-replay';
import { LongText } from '@/components/values/long-text';
import { firstRows } from '@/lib/view/row-order';
import { Mono } from '@/components/ui/mono';

const KINDS = 'SubmissionFailureEvidenceRecordedEvent,TerminalErrEvalRecordedEvent';
const SHOWN = 8;

/** A flag of the commit: whether the result came with evidence of a failure on the side of that leader. */
function Flag({ leader, value }: { leader: 'primary' | 'secondary'; value: boolean | null }) {
  return (
    <li>
      <span className="text-3">Failure evidence from the {leader} leader: </span>
      <Maybe value={value} reason="no commit was recorded, or the commit has no flag" />
    </li>
  );
}

/** Which leaders failed, who took over and why, who committed in the end, and the flags of that commit. */
function FailureEvidence({ incident }: { incident: Incident }) {
  const { failures } = useRun().parts;
  const { race, leader } = incident;
  return (
    <>
      {race.length === 0 &&
        (failures.data ? (
          <p className="text-2">No leader missed its turn.</p>
        ) : (
          <p className="text-warn">Missed turns unknown: {unreadReason('submission failures', failures)}.</p>
        ))}
      {race.length > 0 && (
        <ol className="flex flex-col gap-1.5" data-testid="leaders-race">
          {race.map((row) => (
            <li key={row.id}>
              <span className="text-fail">failed</span> <Id family="leader" value={row.failed_leader} />
              <br />
              {row.winning_leader === null ? (
                <span className="text-2">no leader took over</span>
              ) : (
                <>
                  <span className="text-ok">won</span> <Id family="address" value={row.winning_leader} />{' '}
                  <span className="text-3">by wallet</span>
                </>
              )}
              <div className="text-2">
                <LongText text={row.reason} label="reason" />
              </div>
            </li>
          ))}
        </ol>
      )}
      {leader !== null && (
        <p className="mt-1 text-2">
          Result committed by <Id family="leader" value={leader} />
        </p>
      )}
      <ul className="mt-1.5 text-xs">
        <Flag leader="primary" value={incident.primary_evidence} />
        <Flag leader="secondary" value={incident.secondary_evidence} />
      </ul>
    </>
  );
}

/** Other executions with the same evidence hash, among the newest failures of the network. */
function SameFailures({ incident }: { incident: Incident }) {
  const { view } = useRun();
  const { walk_index, vertex, iteration } = incident;
  // The hash of a tool's failure is in the event history only.
  const [classified] = view.history.failings.get(visitPlace(walk_index, vertex, iteration)) ?? [];
  const hash = incident.hashes[0] ?? classified?.err_eval_hash;
  const recent = useQuery({
    ...endpointQuery('events.list', {}, { kinds: KINDS, page_size: '100' }),
    enabled: hash !== undefined,
  });
  if (hash === undefined) return <p className="text-3">No evidence hash was recorded to search for.</p>;
  if (recent.error)
    return <p className="text-warn">Recent failures could not be loaded: {recent.error.message}</p>;
  if (!recent.data) return <p className="text-3">Searching recent failures…</p>;
  const { items, metadata } = recent.data;
  const failures = matchingRows('events.list', { kinds: KINDS }, items);
  const sameFailures = sameFailure(failures, hash, view.replay.run.execution_object_id);
  const executions = [...new Set(sameFailures.map(({ execution }) => execution))];
  return (
    <div data-testid="same-failures" data-found={executions.length}>
      <p className="text-2">
        err_eval_hash{' '}
        <Tip translate="no" className="mono" tip={hash}>
          <ShortId id={hash} />
        </Tip>
      </p>
      {executions.length === 0 ? (
        <p className="text-2">No other execution</p>
      ) : (
        <ul className="my-1">
          {executions.slice(0, SHOWN).map((id) => (
            <li key={id}>
              <Id family="execution" value={id} />
            </li>
          ))}
          {executions.length > SHOWN && <li className="text-3">and {executions.length - SHOWN} more</li>}
        </ul>
      )}
      <p className="text-2xs text-3">
        Based on the {firstRows(items)}{' '}
        {partOf(failures.length, failures.length === items.length ? metadata.total_items : null)} failure
        events
      </p>
    </div>
  );
}

/** The effect of a failure on its own walk, on other walks and on the payment. */
function FailureOutcome({ incident }: { incident: Incident }) {
  const { parts, view } = useRun();
  const { outcome, hit, spared, waiting } = incident;
  const { payment } = parts;
  return (
    <ul className="flex flex-col gap-1" data-testid="failure-consequences">
      {outcome !== null && (
        <li>
          walk {String(outcome.walk_index)}: <Status of="walk" value={outcome.state} />
          {outcome.variant !== null && (
            <span className="text-2">
              {' '}
              on <Mono>{outcome.variant}</Mono>
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
          :{' '}
          {before === null ? <span className="text-3">not recorded before</span> : statusWords(before.state)}{' '}
          → <Status of="walk" value={after.state} />
        </li>
      ))}
      <li className="text-2">
        {hit.length === 0 && spared === 0
          ? 'no other walk was active'
          : `${counted(hit.length, 'other walk')} cancelled; ${counted(spared, 'other walk')} continued`}
        {waiting > 0 && `; ${counted(waiting, 'other walk')} waiting for the next vertex`}
      </li>
      <li>
        {payment === null ? (
          <span className="text-3">{noPaymentReason(parts) ?? 'no payment found for this execution'}</span>
        ) : (
          <>
            payment: <Status value={payment.final_state} />
            {payment.refund_reason !== null && <span className="text-2"> ({payment.refund_reason})</span>}
          </>
        )}
      </li>
      {view.at.money.shortfalls.length > 0 && (
        <li className="text-warn">a settlement was underfunded before this failure</li>
      )}
    </ul>
  );
}

/** `review [2], walk 5` */
function placeName({
  vertex,
  iteration,
  walk_index,
}: Pick<Incident, 'vertex' | 'iteration' | 'walk_index'>): string {
  return `${vertex}${iteration === null ? '' : ` [${iteration}]`}, walk ${walk_index}`;
}

const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Retryable: 'retryable failure',
    TerminalToolFailure: 'permanent tool failure',
    TerminalSubmissionFailure: 'no leader submitted a result',
  }),
);
const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Terminate: 'terminate: this walk is aborted, the others are cancelled',
    TransientContinue: 'continue: this walk fails, the others continue',
  }),
);

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
            <div key={reason} className="break-words text-fail">
              <LongText text={reason} label="reason" />
            </div>
          ))}
          {incident.reasons.length === 0 && <p className="text-3">No reason recorded</p>}
          {classed.map(({ id, failure_class, outcome, duplicate }) => (
            <p key={String(id)} className="mt-1 text-2">
              {CLASSES.get(failure_class) ?? failure_class}
              {duplicate
                ? ', reported again by the other leader'
                : outcome !== null && `; ${OUTCOMES.get(outcome) ?? outcome}`}
            </p>
          ))}
          <ol className="mt-1 text-2xs text-3">
            {incident.rows.map((moment) => (
              <li key={moment.key} className="truncate">
                <a translate="no" href={`#${moment.key}`} className="mono hover:text-accent hover:underline">
                  {moment.key}
                </a>{' '}
                <Tip tip={momentText(moment)}>
                  {moment.type === 'event' ? moment.row.event_type : 'submission failure'}
                </Tip>
              </li>
            ))}
          </ol>
        </Part>
        <Part title="Evidence and submission race">
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
function FailureRoles({ view: { incidents, cause } }: { view: ReplayView }) {
  if (cause === null) return null;
  const of = (role: FailureRole) => incidents.filter((incident) => roleOf(incident, cause) === role);
  const aborted = of('consequence').map(placeName);
  const cancelled = cause.hit.map(({ after }) =>
    after.vertex === null ? `walk ${after.walk_index}` : placeName({ ...after, vertex: after.vertex }),
  );
  const countWithNames = (count: string, names: readonly string[]) => {
    const more = names.length - MOST_NAMED;
    return `${count} (${names.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; ${more} more` : ''})`;
  };
  const consequences = [
    ...(cancelled.length > 0
      ? [countWithNames(`${counted(cancelled.length, 'walk')} cancelled`, cancelled)]
      : []),
    ...(aborted.length > 0 ? [countWithNames(`${counted(aborted.length, 'walk')} aborted`, aborted)] : []),
  ];
  const others = [
    [of('separate').length, 'separate failure'] as const,
    [of('recovered').length, 'recovered failure'] as const,
  ].flatMap(([count, words]) => (count > 0 ? [counted(count, words)] : []));
  return (
    <span className="text-3">
      {' '}
      {consequences.length > 0 ? `Consequences: ${consequences.join(', ')}` : 'No other walk was affected'}
      {others.length > 0 && ` · Not caused by it: ${others.join(', ')}`}
    </span>
  );
}

/** Where and why the run failed, otherwise its first recovered failure; null without either. */
export function FailureSentence({ view, toGraph }: { view: ReplayView; toGraph: () => void }) {
  const { incidents, incident, cause, openIncident } = view;
  const mainIncident = cause ?? incidents[0];
  if (mainIncident === undefined) return null;
  const isFailed = cause !== null && cause.ends !== 'run';
  const ended = isFailed ? 'Failed' : 'Aborted';
  return (
    <span data-testid="failure-strip">
      <b className={`font-semibold ${isFailed ? 'text-fail' : 'text-warn'}`}>
        {cause === null ? 'Recovered' : ended}
      </b>{' '}
      at <Mono className="text-text">{placeName(mainIncident)}</Mono>:{' '}
      <span className="text-text">{mainIncident.reasons[0] ?? 'no reason recorded'}</span>
      {cause === null && incidents.length > 1 && (
        <span className="text-3"> · {incidents.length} failures</span>
      )}
      {incident === null && (
        <Button
          size="small"
          className="ml-2"
          onClick={() => {
            toGraph();
            openIncident(mainIncident);
          }}
        >
          View failure
          {mainIncident === incidents[0] && (
            <kbd translate="no" className="font-mono text-2xs text-3">
              {' '}
              f
            </kbd>
          )}
        </Button>
      )}
      <FailureRoles view={view} />
    </span>
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
      options={incidents.map((incident, index) => ({
        value: incident.key,
        label: index + 1,
        words: `${index + 1} of ${incidents.length}: ${placeName(incident)}, ${ROLES[roleOf(incident, cause)].toLowerCase()}`,
      }))}
      asList={incidents.length > MOST_NUMBERS}
      onChange={(key) => openIncident(incidents.find((incident) => incident.key === key) ?? null)}
    />
  );
}
