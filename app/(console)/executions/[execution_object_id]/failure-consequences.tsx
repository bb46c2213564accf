import type { Incident } from '@/lib/dag/replay/incidents';
import { counted } from '@/lib/view/counted';
import { statusWords } from '@/lib/view/status';
import { Status } from '@/components/values/status';
import { unreadReason, type ExecutionParts } from './execution-parts';
import { placeName } from './place-name';
import type { ReplayView } from './use-replay';

interface FailureConsequencesProps {
  incident: Incident;
  parts: ExecutionParts;
  view: ReplayView;
}

/** What a failure did to its own walk, to the others and to the payment. */
export function FailureConsequences({ incident, parts, view }: FailureConsequencesProps) {
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
          : {before === null ? <span className="text-3">not seen before</span> : statusWords(before.state)} →{' '}
          <Status of="walk" value={after.state} />
        </li>
      ))}
      <li className="text-2">
        {hit.length === 0 && spared === 0
          ? 'no other walk was under way'
          : `${counted(hit.length, 'other walk')} cancelled because of it; ${counted(spared, 'other walk')} under way went on`}
        {waiting > 0 && `; ${counted(waiting, 'other walk')} had answered and waited for the next vertex`}
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
