import { Status } from '@/components/values/status';
import { statusWords } from '@/lib/view/status';
import { counted } from '@/lib/view/amount';
import { useQuery } from '@tanstack/react-query';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { matchingRows } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { sameFailure } from '@/lib/dag/replay/history';
import { visitPlace } from '@/lib/dag/replay/walks';
import type { Incident } from '@/lib/dag/replay/incidents';
import { shortId } from '@/lib/view/ids';
import { useRun } from './run-context';
import { noPaymentReason, unreadReason } from './use-execution';

const KINDS = 'SubmissionFailureEvidenceRecordedEvent,TerminalErrEvalRecordedEvent';
const SHOWN = 8;

/** A flag of the commit: whether the result came with evidence of a failure on the side of that leader. */
function Flag({ leader, value }: { leader: 'primary' | 'secondary'; value: boolean | null }) {
  return (
    <li>
      <span className="text-3">has_{leader}_failure_evidence </span>
      <Maybe value={value} reason="no commit was recorded, or it carries no flag" />
      {value !== null && (
        <span className="text-2">
          : {value ? 'evidence of a failure' : 'no evidence'} on the side of the {leader} leader
        </span>
      )}
    </li>
  );
}

/** Which leaders failed, who took over and why, who committed in the end, and the flags of that commit. */
export function FailureEvidence({ incident }: { incident: Incident }) {
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
              <br />
              <span className="text-2">{row.reason}</span>
            </li>
          ))}
        </ol>
      )}
      {leader !== null && (
        <p className="mt-1 text-2" data-testid="failure-committed">
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
export function SameFailures({ incident }: { incident: Incident }) {
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
  const found = sameFailure(failures, hash, view.replay.run.execution_object_id);
  const executions = [...new Set(found.map(({ execution }) => execution))];
  return (
    <div data-testid="same-failures" data-found={executions.length}>
      <p className="text-2">
        err_eval_hash{' '}
        <span className="mono" title={hash}>
          {shortId(hash)}
        </span>
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
        Based on the newest {failures.length}
        {failures.length === items.length && ` of ${metadata.total_items}`} failure events
      </p>
    </div>
  );
}

/** The effect of a failure on its own walk, on other walks and on the payment. */
export function FailureOutcome({ incident }: { incident: Incident }) {
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
export function placeName({
  vertex,
  iteration,
  walk_index,
}: Pick<Incident, 'vertex' | 'iteration' | 'walk_index'>): string {
  return `${vertex}${iteration === null ? '' : ` [${iteration}]`}, walk ${walk_index}`;
}
