// A file of an execution as the parts of its page: nothing is asked of any index.
import type { RunFile } from '@/lib/client/run-file';
import {
  heldPages,
  heldPart,
  type ExecutionParts,
} from '@/app/(console)/executions/[execution_object_id]/execution-parts';

export function partsOfFile({ head, records }: RunFile): ExecutionParts {
  const { execution_object_id, missing, cut, looked } = head;
  const has = (name: string) => !missing.includes(name);
  const [execution = null] = records.execution;
  const [payment = null] = records.payment;
  const pages = <Row>(name: string, rows: Row[]) =>
    has(name) ? heldPages(rows, cut[name]) : heldPart<never>(undefined);
  const own = [...records.event, ...records.submission_failure, ...records.ledger];
  return {
    execution_object_id,
    execution,
    source: 'file',
    record: heldPart(execution ?? undefined),
    events: pages('events', records.event),
    failures: pages('failures', records.submission_failure),
    ledger: pages('ledger', records.ledger),
    gas: pages('gas', records.gas),
    payments: pages('payments', records.payment),
    payment,
    structure: heldPart(records.structure[0]),
    walks: pages('walks', records.walk),
    history: has('history')
      ? heldPart({
          items: records.history,
          looked: looked ?? records.history.length,
          complete: cut['history'] === undefined,
          digests: [...new Set(own.map(({ tx_digest }) => tx_digest))],
          until: null,
        })
      : heldPart<never>(undefined),
    seeking: false,
    unknown: false,
  };
}
