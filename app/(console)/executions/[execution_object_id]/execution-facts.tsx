import { useMemo } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useOfNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import { isUnfinished } from '@/lib/contract/executions';
import { replayAt } from '@/lib/dag/replay/replay';
import { nextDeadline, runFigures } from '@/lib/dag/replay/run-figures';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import { formatDuration } from '@/lib/view/time';
import type { ExecutionParts, Part, RecordSource } from './use-execution';
import type { ReplayView } from './use-replay';

/** Why the status is unknown. */
export const NO_END_KNOWN = 'no event read says that the execution has ended';

function Elapsed({ since }: { since: number }) {
  return useOfNow((now) => (now === null ? '…' : formatDuration(Math.max(0, now - since))));
}

const isoTime = (ms: number) => new Date(ms).toISOString();

/** How long a run has been going, when it last did something, and what it waits for. */
function LiveFacts({ view, started_at }: { view: ReplayView; started_at: string | null }) {
  const { replay, history, clock } = view;
  const due = useMemo(
    () => nextDeadline(replayAt(replay, replay.moments.length), history),
    [replay, history],
  );
  const since = started_at === null ? Number.NaN : Date.parse(started_at);
  const last = clock.times.at(-1) ?? 0;
  return (
    <>
      <Fact label="Elapsed">
        {Number.isNaN(since) ? (
          <Maybe value={null} reason={nullReason('execution', 'onchain_created_at')} />
        ) : (
          <Elapsed since={since} />
        )}
      </Fact>
      <Fact label="Last activity">
        <Time at={last === 0 ? null : isoTime(last)} clock={clock.clock} reason="no event read yet" />
      </Fact>
      <Fact label={due === null ? 'Deadline' : `Deadline of ${due.vertex}`}>
        <Time
          at={due === null ? null : isoTime(due.at)}
          clock="on chain"
          reason="no request read names a deadline that is still open"
        />
      </Fact>
    </>
  );
}

const NO_COST = 'no fee has been recorded, or the fee records are incomplete or contradict each other';

/** End, duration and cost; of a run that goes on, its progress and the cost so far. */
function ProgressFacts({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
  const { execution, events, record, seeking } = parts;
  const figures = useMemo(() => view && runFigures(execution, view.replay, view.history), [execution, view]);
  const wait = <Skeleton className="h-3 w-24" />;
  const isWaiting = seeking || (figures === null && events.isPending);
  const isLive = execution !== null && isUnfinished(execution) && figures?.finished_at === null;
  const unread = `the execution could not be loaded: ${(events.error ?? record.error)?.message ?? 'not found'}`;
  const reason = (field: 'finished_at' | 'duration_ms') =>
    figures === null ? unread : nullReason('execution', field);
  const cost = (
    <Amount value={figures?.cost ?? null} unit="sui" reason={figures === null ? unread : NO_COST} />
  );
  if (isLive && view !== null && !isWaiting)
    return (
      <>
        <LiveFacts view={view} started_at={execution?.onchain_created_at ?? null} />
        <Fact label="Cost so far">{cost}</Fact>
      </>
    );
  return (
    <>
      <Fact label="Finished on chain">
        {isWaiting ? (
          wait
        ) : (
          <Time at={figures?.finished_at ?? null} clock="on chain" reason={reason('finished_at')} />
        )}
      </Fact>
      <Fact label="Duration">
        {isWaiting ? (
          wait
        ) : (
          <Maybe value={figures?.duration_ms ?? null} reason={reason('duration_ms')}>
            {(ms) => <span data-exact={ms}>{formatDuration(ms)}</span>}
          </Maybe>
        )}
      </Fact>
      <Fact label="Cost">{isWaiting ? wait : cost}</Fact>
    </>
  );
}

/** The facts below the title; what no source provides is unknown, with the reason. */
export function ExecutionFacts({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
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
      <ProgressFacts parts={parts} view={view} />
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
