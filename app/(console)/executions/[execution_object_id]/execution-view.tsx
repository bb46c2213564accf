'use client';
import Link from 'next/link';
import { GraphPlaceholder } from '@/components/graph/graph-skeleton';
import { warmGraph } from '@/components/graph/canvas-loader';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { RunChips } from '@/components/graph/run-chips';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { agent, executions } from '@/lib/view/paths';
import { RecordFailure } from '@/app/(console)/record-failure';
import { Composition } from './composition';
import { EventsTable } from './events-table';
import { ExecutionActions } from './execution-actions';
import { ExecutionFacts } from './execution-facts';
import { FailuresTable } from './failures-table';
import { GasPanel } from './gas-panel';
import { LedgerTable } from './ledger-table';
import { useExecutionAddress, type ExecutionTab } from './execution-address';
import { useExecution, type ComposedExecution } from './use-execution';

warmGraph();

const NOUN = { one: 'execution', many: 'executions' };

function Graph({ composed }: { composed: ComposedExecution }) {
  const { structure, execution, run, record, seeking } = composed;
  if (structure.data)
    return (
      <FlowGraphPanel
        structure={structure.data}
        title="Walks on the graph"
        note={run ? <RunChips run={run} /> : undefined}
        run={run}
      />
    );
  if (structure.error)
    return (
      <Panel>
        <RecordFailure
          error={structure.error}
          noun={{ one: 'DAG', many: 'DAG of this execution' }}
          onRetry={() => void structure.refetch()}
        />
      </Panel>
    );
  if (seeking || execution) return <GraphPlaceholder />;
  return (
    <Panel>
      <EmptyState kind="nothing-yet" title="It is not known which DAG was executed">
        {record.error?.message ?? 'The index has no record of this execution.'} Its events below name no DAG.
      </EmptyState>
    </Panel>
  );
}

/** One execution, composed of what the index answers about it. */
export function ExecutionView({ execution_object_id }: { execution_object_id: string }) {
  const composed = useExecution(execution_object_id);
  const address = useExecutionAddress();
  const { execution, events, failures, ledger, payment, run, record } = composed;
  const agent_object_id = execution?.agent_object_id ?? payment?.agent_object_id ?? null;
  const skill_id = execution?.skill_id ?? payment?.skill_id ?? null;
  const failed = run?.totals.failed ?? 0;

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
            {failed > 0 && (
              <span className="text-xs text-warn">
                {failed} {failed === 1 ? 'vertex' : 'vertices'} failed
              </span>
            )}
          </>
        }
        actions={<ExecutionActions id={execution_object_id} composed={composed} />}
      />
      {composed.unknown ? (
        <Panel>
          <RecordFailure error={record.error} noun={NOUN} onRetry={() => void record.refetch()} />
        </Panel>
      ) : (
        <>
          <ExecutionFacts composed={composed} />
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
              <Tab value="gas">Gas</Tab>
            </TabList>
            <TabPanel value="graph">
              <Graph composed={composed} />
            </TabPanel>
            <TabPanel value="events">
              <EventsTable query={events} open={address.event} />
            </TabPanel>
            <TabPanel value="failures">
              <FailuresTable query={failures} />
            </TabPanel>
            <TabPanel value="ledger">
              <LedgerTable query={ledger} />
            </TabPanel>
            <TabPanel value="gas">
              <GasPanel execution_object_id={execution_object_id} />
            </TabPanel>
          </Tabs>
          <Composition composed={composed} />
        </>
      )}
    </>
  );
}
