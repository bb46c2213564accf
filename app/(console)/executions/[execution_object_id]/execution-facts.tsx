import { Skeleton } from '@/components/ui/skeleton';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import type { ExecutionParts, Part, RecordSource } from './use-execution';

/** Why the status is unknown. */
export const NO_END_KNOWN = 'no event read says that the execution has ended';

/** The facts below the title; what no source provides is unknown, with the reason. */
export function ExecutionFacts({ parts }: { parts: ExecutionParts }) {
  const { execution, payment, payments, seeking, record } = parts;
  const wait = <Skeleton className="h-3 w-24" />;
  const unread = `the index has no record of this execution: ${record.error?.message ?? 'not found'}`;
  const reason = (field: Parameters<typeof nullReason<'execution'>>[1]) =>
    execution ? nullReason('execution', field) : unread;
  const payment_object_id = execution?.payment_object_id ?? payment?.payment_object_id ?? null;
  const revision = execution?.interface_revision ?? payment?.interface_revision ?? null;
  return (
    <Facts>
      <Fact label="DAG">
        {seeking ? wait : <Id family="dag" value={execution?.dag_object_id ?? null} reason={unread} />}
      </Fact>
      <Fact label="Invoker">
        {seeking ? wait : <Id family="address" value={execution?.invoker ?? null} reason={unread} />}
      </Fact>
      <Fact label="Interface revision">
        {seeking ? wait : <Maybe value={revision} reason={reason('interface_revision')} />}
      </Fact>
      <Fact label="Task">
        {seeking ? (
          wait
        ) : (
          <Id family="task" value={execution?.task_object_id ?? null} reason={reason('task_object_id')} />
        )}
      </Fact>
      <Fact label={payment ? `Payment, ${statusWords(payment.final_state)}` : 'Payment'}>
        {seeking && payments.isPending ? (
          wait
        ) : (
          <Id family="payment" value={payment_object_id} reason={reason('payment_object_id')} />
        )}
      </Fact>
      <Fact label="Started on chain">
        {seeking ? (
          wait
        ) : (
          <Time
            at={execution?.onchain_created_at ?? null}
            clock="on chain"
            reason={reason('onchain_created_at')}
          />
        )}
      </Fact>
    </Facts>
  );
}

type Pages = Pick<Part<AllPages<unknown>>, 'data' | 'error'>;

function partText(name: string, { data, error }: Pages): string {
  if (data)
    return `${name} (${data.complete ? data.total_items : `${data.items.length} of ${data.total_items}`})`;
  return `${name} (${error ? 'failed to load' : 'loading'})`;
}

const SOURCES: Record<RecordSource, string> = {
  record: 'execution record',
  agent: 'row in the executions of its agent (this index provides no single execution records)',
  task: 'row in the executions of its task (this index provides no single execution records)',
  history: 'event history (no endpoint has its record)',
};

/** An index without a record of an execution has no walks either; they are not requested. */
function isWithoutRecord(source: RecordSource | null): boolean {
  return source === 'agent' || source === 'task' || source === 'history';
}

/** The sources of this page: which parts the index provided, and which were not found. */
export function Composition({ parts }: { parts: ExecutionParts }) {
  const { source, record, events, failures, ledger, gas, payments, walks, structure, history } = parts;
  const head =
    source !== null ? SOURCES[source] : record.isPending ? 'execution record (loading)' : 'no record';
  const seen = history.data;
  const list = [
    head,
    partText('events', events),
    partText('submission failures', failures),
    partText('payment ledger', ledger),
    partText('gas events', gas),
    partText('payments', payments),
    ...(walks.data ? [partText('walks', walks)] : []),
    ...(structure.data ? ['DAG structure'] : []),
    ...(seen
      ? [
          `event history (${seen.items.length} of ${seen.looked} events${seen.complete ? '' : '; too many to load all'})`,
        ]
      : history.isPending
        ? ['event history (loading)']
        : []),
  ];
  const missing = [
    ...(source === null && !record.isPending ? ['execution record'] : []),
    ...(structure.data || structure.isPending ? [] : ['DAG structure']),
    ...(payments.data?.items.length === 0 ? ['payment'] : []),
    ...(walks.error || isWithoutRecord(source) ? ['walks'] : []),
    ...(history.error ? ['event history'] : []),
  ];
  return (
    <p className="mt-3 text-xs text-3" data-testid="composition">
      Sources: {list.join(', ')}.{missing.length > 0 && ` Not found: ${missing.join(', ')}.`}
    </p>
  );
}
