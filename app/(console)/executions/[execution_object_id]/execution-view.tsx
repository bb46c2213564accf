'use client';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { warmGraph } from '@/components/graph/canvas-loader';
import { useShortcut } from '@/components/shell/use-shortcut';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { nextStep } from '@/lib/dag/replay/steps';
import { counted } from '@/lib/view/counted';
import { agent, executions } from '@/lib/view/paths';
import { RecordFailure } from '@/components/record/record-failure';
import { CompareTab } from './compare-tab';
import { Composition } from './composition';
import { CostTables } from './cost-tables';
import { EventsTable } from './events-table';
import { ExecutionActions } from './execution-actions';
import { useExecutionAddress, type ExecutionTab } from './execution-address';
import { ExecutionFacts } from './execution-facts';
import type { ExecutionParts } from './execution-parts';
import { FailuresTable } from './failures-table';
import { GasPanel } from './gas-panel';
import { GraphTab } from './graph-tab';
import { LedgerTable } from './ledger-table';
import { useReplay, type ReplayView } from './use-replay';

warmGraph();

const NOUN = { one: 'execution', many: 'executions' };

/** `f` opens the first failure from any tab, `[` and `]` step. */
function useReplayKeys(view: ReplayView | null, toGraph: () => void) {
  // Keys come faster than the page is drawn: the next press goes on from where the last one led.
  const aimed = useRef(0);
  const shown = view?.at.step ?? 0;
  useEffect(() => {
    aimed.current = shown;
  }, [shown]);
  const incident = view?.incidents[0];
  const step = (by: 1 | -1) => {
    if (view === null) return;
    aimed.current = nextStep(view.replay.moments, aimed.current, by, view.pace, view.walk);
    view.goTo(aimed.current);
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

/** One execution, whatever it was composed of. */
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
        // A page of a file has no address, and is saved already.
        actions={parts.unknown || parts.source === 'file' ? undefined : <ExecutionActions parts={parts} />}
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
            <TabPanel value="graph">
              <GraphTab parts={parts} view={view} />
            </TabPanel>
            <TabPanel value="events">
              <EventsTable query={events} open={address.row} />
            </TabPanel>
            <TabPanel value="failures">
              <FailuresTable query={failures} open={address.row} />
            </TabPanel>
            <TabPanel value="ledger">
              {view?.replay.account.known && <CostTables view={view} parts={parts} />}
              <LedgerTable query={ledger} open={address.row} />
            </TabPanel>
            <TabPanel value="gas">
              <GasPanel query={gas} open={address.row} />
            </TabPanel>
            <TabPanel value="compare">
              <CompareTab run={view} parts={parts} />
            </TabPanel>
          </Tabs>
          <Composition parts={parts} />
        </>
      )}
    </>
  );
}
