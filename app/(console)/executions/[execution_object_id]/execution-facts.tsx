import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNowValue } from '@/components/values/now';
import { WithoutNames } from '@/components/values/names';
import { Time } from '@/components/values/time';
import { TechnicalDetails, Verdict } from '@/components/record/record-page';
import { ApiError } from '@/lib/client/api-error';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { RunHistory } from '@/lib/client/queries/run-history';
import { isUnfinished } from '@/lib/contract/executions';
import type { DerivedExecution } from '@/lib/dag/replay/history';
import { nextDeadline, runFigures } from '@/lib/dag/replay/run-figures';
import { FIELD_NOT_PROVIDED, nullReason, type NullableField } from '@/lib/view/null-reasons';
import { executionReasons } from '@/lib/view/null-reasons/executions';
import { apiTime, formatDuration } from '@/lib/view/time';
import { FailureSentence } from './failure-panel';
import type { ExecutionParts, Part, RecordSource } from './use-execution';
import type { ReplayView } from './use-replay';
import { partOf } from '@/lib/view/amount';

export const NO_END_KNOWN = 'no end event loaded';

function Elapsed({ since }: { since: number }) {
  return useNowValue((now) => (now === null ? '…' : formatDuration(Math.max(0, now - since))));
}

interface LoadedFactProps {
  label: string;
  loading: boolean;
  children: ReactNode;
}

function LoadedFact({ label, loading, children }: LoadedFactProps) {
  return <Fact label={label}>{loading ? <Skeleton className="h-3 w-24" /> : children}</Fact>;
}

/** A deadline of the chain can lie beyond every date. */
const isoTime = (ms: number) => apiTime(ms) ?? 'beyond any date';

/** How long a run has been going, when it last did something, and what it waits for. */
function LiveFacts({ view, execution }: { view: ReplayView; execution: DerivedExecution }) {
  const { replay, history, clock } = view;
  const deadline = nextDeadline(replay.end, history);
  const last = clock.times.at(-1) ?? 0;
  return (
    <>
      <Fact label="Elapsed">
        <Maybe
          value={execution.onchain_created_at}
          reason={nullReason(executionReasons, 'onchain_created_at', execution)}
        >
          {(at) => <Elapsed since={Date.parse(at)} />}
        </Maybe>
      </Fact>
      <Fact label="Last activity">
        <Time at={last === 0 ? null : isoTime(last)} clock={clock.clock} reason="no events loaded yet" />
      </Fact>
      <Fact label={deadline === null ? 'Deadline' : `Deadline of ${deadline.vertex}`}>
        <Time
          at={deadline === null ? null : isoTime(deadline.at)}
          clock="on chain"
          reason="no loaded request has an open deadline"
        />
      </Fact>
    </>
  );
}

const NO_COST = 'no fee has been recorded, or the fee records are incomplete or contradict each other';

/** End, duration and cost; of a running execution, its progress and the cost so far. */
function ProgressFacts({ parts, view }: { parts: ExecutionParts; view: ReplayView | null }) {
  const { execution, events, noRecord, seeking } = parts;
  const figures = view && runFigures(execution, view.replay, view.history);
  const loading = seeking || (figures === null && events.isPending);
  const unread =
    figures === null && events.error !== null
      ? `its events could not be loaded: ${events.error.message}`
      : (noRecord ?? 'its events are being loaded');
  const reason =
    figures === null ? unread : (noRecord ?? nullReason(executionReasons, 'duration_ms', execution));
  const cost = (
    <Amount value={figures?.cost ?? null} unit="sui" reason={figures === null ? unread : NO_COST} />
  );
  const isLive = execution !== null && isUnfinished(execution) && figures?.finished_at === null;
  if (isLive && view !== null && !loading)
    return (
      <>
        <LiveFacts view={view} execution={execution} />
        <Fact label="Cost so far">{cost}</Fact>
      </>
    );
  return (
    <>
      <LoadedFact label="Duration" loading={loading}>
        <Maybe value={figures?.duration_ms ?? null} reason={reason}>
          {(ms) => <span data-exact={ms}>{formatDuration(ms)}</span>}
        </Maybe>
      </LoadedFact>
      <LoadedFact label="Cost" loading={loading}>
        {cost}
      </LoadedFact>
    </>
  );
}

/** Where it failed and why: the sentence below the title. */
export function Outcome({ parts: { execution }, view, toGraph }: OutcomeProps) {
  if (view === null) return null;
  const isFailed = execution?.status === 'failed' || execution?.status === 'aborted';
  if (view.incidents.length === 0 && !isFailed) return null;
  return (
    <Verdict>
      {view.incidents.length > 0 ? (
        <FailureSentence view={view} toGraph={toGraph} />
      ) : (
        `No record of where or why it ${execution?.status === 'aborted' ? 'was aborted' : 'failed'}.`
      )}
    </Verdict>
  );
}

interface OutcomeProps extends ViewProps {
  toGraph: () => void;
}
interface ViewProps {
  parts: ExecutionParts;
  view: ReplayView | null;
}

/** The facts below the title; what no source provides is unknown, with the reason. */
export function ExecutionFacts({ parts, view }: ViewProps) {
  const { execution, payment, payments, seeking, noRecord } = parts;
  const reason = (field: NullableField<typeof executionReasons>) =>
    noRecord ?? nullReason(executionReasons, field, execution);
  const payment_object_id = execution?.payment_object_id ?? payment?.payment_object_id ?? null;
  const started_at = execution?.onchain_created_at ?? null;
  return (
    <Facts className="lg:max-xl:[&>*]:basis-[116px]">
      <LoadedFact label="DAG" loading={seeking}>
        <Id family="dag" value={execution?.dag_object_id ?? null} reason={noRecord ?? 'not recorded'} />
      </LoadedFact>
      <LoadedFact label="Started on chain" loading={seeking}>
        <Time at={started_at} clock="on chain" reason={reason('onchain_created_at')} />
      </LoadedFact>
      <ProgressFacts parts={parts} view={view} />
      {/* They have the name of this execution. */}
      <WithoutNames>
        <LoadedFact label="Payment" loading={seeking && payments.isPending}>
          <Id family="payment" value={payment_object_id} reason={reason('payment_object_id')} />
        </LoadedFact>
        <LoadedFact label="Task" loading={seeking}>
          <Id family="task" value={execution?.task_object_id ?? null} reason={reason('task_object_id')} />
        </LoadedFact>
      </WithoutNames>
    </Facts>
  );
}

/** Ids, times and sources that few readers need. */
export function ExecutionTechnical({ parts, view }: ViewProps) {
  const { execution, payment, noRecord, seeking } = parts;
  const revision = execution?.interface_revision ?? payment?.interface_revision ?? null;
  const figures = view && runFigures(execution, view.replay, view.history);
  return (
    <TechnicalDetails gist="Invoker, interface revision, times, sources">
      <Facts className="my-0! rounded-none! border-0! border-b!">
        <LoadedFact label="Invoker" loading={seeking}>
          <Id family="address" value={execution?.invoker ?? null} reason={noRecord ?? 'not recorded'} />
        </LoadedFact>
        <LoadedFact label="Interface revision" loading={seeking}>
          <Maybe
            value={revision}
            reason={noRecord ?? nullReason(executionReasons, 'interface_revision', execution)}
          />
        </LoadedFact>
        <LoadedFact label="Finished on chain" loading={seeking}>
          <Time
            at={figures?.finished_at ?? null}
            clock="on chain"
            reason={noRecord ?? nullReason(executionReasons, 'finished_at', execution)}
          />
        </LoadedFact>
        <LoadedFact label="Indexed" loading={seeking}>
          <Time at={execution?.created_at ?? null} clock="indexed" reason={noRecord ?? FIELD_NOT_PROVIDED} />
        </LoadedFact>
        <LoadedFact label="Last indexed" loading={seeking}>
          <Time at={execution?.updated_at ?? null} clock="indexed" reason={noRecord ?? FIELD_NOT_PROVIDED} />
        </LoadedFact>
      </Facts>
      <Composition parts={parts} />
    </TechnicalDetails>
  );
}

const LISTINGS = {
  events: 'events',
  failures: 'submission failures',
  ledger: 'payment ledger',
  gas: 'gas events',
  payments: 'payments',
} as const;

function listingText(name: string, { data, error }: Part<AllPages<unknown>>): string {
  if (data === undefined) return `${name} (${error ? 'failed to load' : 'loading'})`;
  const { complete, total_items, items } = data;
  return `${name} (${complete ? total_items : partOf(items.length, total_items)})`;
}

function historyText({ data, isPending }: Part<RunHistory>): string | null {
  if (data === undefined) return isPending ? 'event history (loading)' : null;
  const rest = data.complete ? '' : '; too many to load all';
  return `event history (${data.items.length} of ${data.searched} events${rest})`;
}

const SOURCES: Record<RecordSource, string> = {
  record: 'execution record',
  agent: 'row in the executions of its agent (this index has no endpoint for a single execution)',
  task: 'row in the executions of its task (this index has no endpoint for a single execution)',
  history: 'event history (no endpoint has its record)',
};

/** The sources of this page: which parts the index provided, and which were not found. */
export function Composition({ parts }: { parts: ExecutionParts }) {
  const { source, record, payments, structure, history } = parts;
  const head = record.isPending ? 'execution record (loading)' : null;
  const available = [
    source === null ? head : SOURCES[source],
    ...Object.entries(LISTINGS).map(([part, name]) =>
      listingText(name, parts[part as keyof typeof LISTINGS]),
    ),
    structure.data && 'DAG structure',
    historyText(history),
  ];
  const isAnswered = (error: Error | null) => error instanceof ApiError && error.status === 404;
  const missing = [
    source === null && isAnswered(record.error) && 'execution record',
    isAnswered(structure.error) && 'DAG structure',
    payments.data?.items.length === 0 && payments.data.complete && 'payment',
  ];
  const unread = [
    source === null && record.error !== null && !isAnswered(record.error) && 'execution record',
    structure.error !== null && !isAnswered(structure.error) && 'DAG structure',
    history.error !== null && 'event history',
  ];
  const joinNames = (names: readonly (string | false | null | undefined)[]) =>
    names.filter(Boolean).join(', ');
  return (
    <p className="px-3 py-2 text-xs text-3" data-testid="composition">
      Sources: {joinNames(available)}.{missing.some(Boolean) && ` Not found: ${joinNames(missing)}.`}
      {unread.some(Boolean) && ` Could not be loaded: ${joinNames(unread)}.`}
    </p>
  );
}
