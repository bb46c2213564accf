'use client';
import Link from 'next/link';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { useShortcut } from '@/components/shell/shortcuts';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { nextStep } from '@/lib/dag/replay/recorded-run';
import { counted } from '@/lib/view/amount';
import { agent, executions } from '@/lib/view/paths';
import { RecordFailure } from '@/components/record/record-page';
import { CompareTab } from './compare/compare-tab';
import { Composition } from './composition';
import { CostTables } from '@/app/(console)/executions/[execution_object_id]/costs/cost-tables';
import { EventsTable } from '@/app/(console)/executions/[execution_object_id]/tables/events-table';
import { type ExecutionTab, useExecutionAddress } from './execution-address';
import {
  type ExecutionParts,
  useExecution,
} from '@/app/(console)/executions/[execution_object_id]/data/use-execution';
import { FailuresTable } from '@/app/(console)/executions/[execution_object_id]/tables/failures-table';
import { GasTable } from '@/app/(console)/executions/[execution_object_id]/tables/gas-table';
import { GraphTab } from '@/app/(console)/executions/[execution_object_id]/replay/graph-tab';
import { LedgerTable } from '@/app/(console)/executions/[execution_object_id]/tables/ledger-table';
import {
  type ReplayView,
  useReplay,
} from '@/app/(console)/executions/[execution_object_id]/replay/use-replay';
import { Fact, Facts } from '@/components/values/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { nullReason } from '@/lib/view/null-reasons';
import { statusWords } from '@/lib/view/status';
import { Check, Download, Link2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { saveRun } from '@/app/(console)/executions/[execution_object_id]/data/export-run';

preloadGraph();

const NOUN = { one: 'execution', many: 'executions' };

/** `f` opens the first failure from any tab, `[` and `]` step. */
function useReplayKeys(view: ReplayView | null, toGraph: () => void) {
  // Keys may repeat faster than the page renders, so each press continues from the last target.
  const target = useRef(0);
  const shown = view?.at.step ?? 0;
  useEffect(() => {
    target.current = shown;
  }, [shown]);
  const incident = view?.incidents[0];
  const step = (by: 1 | -1) => {
    if (view === null) return;
    target.current = nextStep(view.replay.moments, target.current, by, view.pace, view.walk);
    view.goTo(target.current);
  };
  useShortcut(
    'run-failure',
    view === null || incident === undefined
      ? undefined
      : () => {
          toGraph();
          view.openIncident(incident);
        },
  );
  useShortcut('run-back', view === null ? undefined : () => step(-1));
  useShortcut('run-on', view === null ? undefined : () => step(1));
}

/** An error in one tab leaves the others usable. */
function TabContent({ tab, children }: { tab: ExecutionTab; children: ReactNode }) {
  return (
    <TabPanel value={tab}>
      <PanelBoundary name="This tab">{children}</PanelBoundary>
    </TabPanel>
  );
}

/** One execution, whatever parts of it the index provides. */
export function ExecutionView({ parts }: { parts: ExecutionParts }) {
  const view = useReplay(parts);
  const address = useExecutionAddress();
  const { execution_object_id, execution, events, failures, ledger, gas, payment, record } = parts;
  const agent_object_id = execution?.agent_object_id ?? payment?.agent_object_id ?? null;
  const skill_id = execution?.skill_id ?? payment?.skill_id ?? null;
  const failed = view?.incidents.length ?? 0;
  useReplayKeys(view, () => address.open('graph'));

  return (
    <>
      <PageHeader
        crumb={
          <>
            <Link href={executions()} className="hover:text-text">
              Executions
            </Link>
            {agent_object_id !== null && (
              <>
                / agent <Id family="agent" value={agent_object_id} copy={false} />
                {skill_id !== null && (
                  <>
                    /{' '}
                    <Link href={agent(agent_object_id)} prefetch={false} className="hover:text-text">
                      skill {String(skill_id)}
                    </Link>
                  </>
                )}
              </>
            )}
          </>
        }
        title="Execution"
        note={
          <>
            <Id family="execution" value={execution_object_id} link={false} />
            {execution && <Status value={execution.status} />}
            {failed > 0 && <span className="text-xs text-warn">{counted(failed, 'failure')}</span>}
          </>
        }
        actions={parts.unknown ? undefined : <ExecutionActions parts={parts} />}
      />
      {parts.unknown ? (
        <Panel>
          <RecordFailure error={record.error} noun={NOUN} onRetry={() => void record.refetch()} />
        </Panel>
      ) : (
        <>
          <ExecutionFacts parts={parts} />
          <Tabs value={address.tab} onValueChange={(tab) => address.open(tab as ExecutionTab)}>
            <TabList aria-label="Parts of the execution">
              <Tab value="graph">Graph</Tab>
              <Tab value="events" count={events.data?.total_items}>
                Events
              </Tab>
              <Tab value="failures" count={failures.data?.total_items}>
                Submission failures
              </Tab>
              <Tab value="ledger" count={ledger.data?.total_items}>
                Payment ledger
              </Tab>
              <Tab value="gas" count={gas.data?.total_items}>
                Gas
              </Tab>
              <Tab value="compare">Compare</Tab>
            </TabList>
            <TabContent tab="graph">
              <GraphTab parts={parts} view={view} />
            </TabContent>
            <TabContent tab="events">
              <EventsTable query={events} open={address.row} />
            </TabContent>
            <TabContent tab="failures">
              <FailuresTable query={failures} open={address.row} />
            </TabContent>
            <TabContent tab="ledger">
              {view?.replay.account.known && <CostTables view={view} parts={parts} />}
              <LedgerTable query={ledger} open={address.row} />
            </TabContent>
            <TabContent tab="gas">
              <GasTable query={gas} open={address.row} />
            </TabContent>
            <TabContent tab="compare">
              <CompareTab run={view} parts={parts} />
            </TabContent>
          </Tabs>
          <Composition parts={parts} />
        </>
      )}
    </>
  );
}

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

/** A link to this exact view, and everything the page was composed of as one file. */
export function ExecutionActions({ parts }: { parts: ExecutionParts }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const { events, failures, ledger, gas, payments, walks, structure, history } = parts;
  const read = [events, failures, ledger, gas, payments, walks, structure, history];
  // A file written now would name what is still loading as missing.
  const loading = read.some(({ isLoading }) => isLoading);
  return (
    <>
      <Button onClick={copy}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button
        disabled={loading}
        onClick={() => saveRun(parts, { now: new Date(), source: window.location.host })}
      >
        <Download size={14} aria-hidden />
        Export JSON
      </Button>
    </>
  );
}

export function ReadExecution({ execution_object_id }: { execution_object_id: string }) {
  return <ExecutionView parts={useExecution(execution_object_id)} />;
}
