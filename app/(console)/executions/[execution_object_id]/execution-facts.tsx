import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import type { ExecutionParts } from './execution-parts';

/** The strip under the title. What no part of the composition tells is unknown, with the reason. */
export function ExecutionFacts({ parts }: { parts: ExecutionParts }) {
  const { execution, payment, payments, seeking, record } = parts;
  const wait = <Skeleton className="h-3 w-24" />;
  const unread = `the index answered no record of this execution: ${record.error?.message ?? 'none'}`;
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
