import type { Incident } from '@/lib/dag/replay/incidents';
import { counted } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';
import { Status } from '@/components/values/status';
import {
  type ExecutionParts,
  unreadReason,
} from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import type { ReplayView } from '@/app/(console)/executions/[execution_object_id]/replay/use-replay';

interface FailureOutcomeProps {
  incident: Incident;
  parts: ExecutionParts;
  view: ReplayView;
}

/** The effect of a failure on its own walk, on other walks and on the payment. */
export function FailureOutcome({ incident, parts, view }: FailureOutcomeProps) {
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
          <span className="text-3">
            {parts.payments.data
              ? 'no payment found for this execution'
              : unreadReason('the payment', parts.payments)}
          </span>
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
