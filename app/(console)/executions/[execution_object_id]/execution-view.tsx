'use client';
import Link from 'next/link';
import { useEffect, useRef, type ReactNode } from 'react';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { LabelButton } from '@/components/labels/label-button';
import { Id } from '@/components/values/id';
import { WithoutLabels } from '@/components/values/labels';
import { Status } from '@/components/values/status';
import { nextStep } from '@/lib/dag/replay/recorded-run';
import { counted } from '@/lib/view/amount';
import { agent, executions } from '@/lib/view/paths';
import { useShortcut } from '@/components/shell/shortcuts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { RecordFailure } from '@/components/record/record-page';
import { CostTables } from './cost-tables';
import { type ExecutionTab, useExecutionAddress } from './execution-address';
import { type ExecutionParts, useExecution } from './use-execution';
import { Composition, ExecutionFacts, NO_END_KNOWN } from './execution-facts';
import { ExecutionActions } from './execution-actions';
import { GraphTab } from './graph-tab';
import { RunContext } from './run-context';
import { type ReplayView, useReplay } from './use-replay';
import { EventsTable, FailuresTable, GasTable, LedgerTable } from './row-tables';
import { CompareTab } from './compare-tab';

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
            <WithoutLabels>
              <Id family="execution" value={execution_object_id} link={false} />
            </WithoutLabels>
            <LabelButton />
            {execution && <Status value={execution.status} reason={NO_END_KNOWN} />}
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
        <RunContext value={view && { parts, view }}>
          <ExecutionFacts parts={parts} view={view} />
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
              {view?.replay.account.known && <CostTables />}
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
        </RunContext>
      )}
    </>
  );
}

export function ReadExecution({ execution_object_id }: { execution_object_id: string }) {
  return <ExecutionView parts={useExecution(execution_object_id)} />;
}
