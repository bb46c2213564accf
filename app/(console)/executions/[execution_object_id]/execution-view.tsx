'use client';
import { copyText } from '@/components/ui/copy-text';
import Link from 'next/link';
import { memo, type ReactNode, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { serverClock } from '@/lib/time/server-clock';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { PlainLink } from '@/components/ui/plain-link';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { RecordTitle } from '@/components/record/record-title';
import { LabelButton } from '@/components/labels/label-button';
import { LedgerUnit } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { agent, executions } from '@/lib/view/paths';
import { useShortcut } from '@/components/shell/shortcuts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { RecordFailure } from '@/components/record/record-page';
import { CostTables } from './cost-tables';
import { type ExecutionParts, useExecution } from './use-execution';
import { ExecutionFacts, ExecutionTechnical, NO_END_KNOWN, Outcome } from './execution-facts';
import { GraphTab } from './graph-tab';
import { RunContext } from './run-context';
import { PrepareRun, type PreparedRun } from './prepare-run';
import { type ReplayView, useReplay } from './use-replay';
import { EventsTable, FailuresTable, GasTable, LedgerTable } from './listing-tabs';
import { CompareTab } from './compare-tab';
import { Check, Download, Link2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { joined, saveText } from '@/components/ui/save-file';
import { jsonPieces } from '@/lib/view/json-document';
import { shortId } from '@/lib/view/ids';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { asAnswered } from '@/lib/contract/read-answer';

const executionTabs = ['graph', 'events', 'failures', 'ledger', 'gas', 'compare'] as const;
type ExecutionTab = (typeof executionTabs)[number];

const ROW_HASH = /^#((?:ev|sf|pl|gas)-\d{1,19})$/;
const TAB_OF: ReadonlyMap<string, ExecutionTab> = new Map(
  Object.entries<ExecutionTab>({
    ev: 'events',
    sf: 'failures',
    pl: 'ledger',
    gas: 'gas',
  }),
);

function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed);
      return () => window.removeEventListener('hashchange', changed);
    },
    () => window.location.hash,
    () => '',
  );
}

function tabOf(row: string | null): ExecutionTab | null {
  return row === null ? null : (TAB_OF.get(row.split('-')[0] ?? '') ?? null);
}

interface ExecutionAddress {
  tab: ExecutionTab;
  /** The row in the hash: `ev-12`. */
  row: string | null;
  open: (tab: ExecutionTab) => void;
}

/** The open tab: `?tab=`, or the table of the row in the hash (#ev-12, #sf-3, #pl-7, #gas-1). */
function useExecutionAddress(): ExecutionAddress {
  const [requestedTab, setTab] = useQueryState(
    'tab',
    parseAsStringLiteral(executionTabs).withOptions({ history: 'push' }),
  );
  const row = ROW_HASH.exec(useHash())?.[1] ?? null;

  // Following a link to a row opens its table.
  useEffect(() => {
    const toRow = () => {
      const tab = tabOf(ROW_HASH.exec(window.location.hash)?.[1] ?? null);
      if (tab !== null) void setTab(tab, { history: 'replace' });
    };
    window.addEventListener('hashchange', toRow);
    return () => window.removeEventListener('hashchange', toRow);
  }, [setTab]);

  return {
    tab: requestedTab ?? tabOf(row) ?? 'graph',
    row,
    open: (tab) => void setTab(tab === 'graph' && row === null ? null : tab),
  };
}

/**
 * The exported document. Listings are arrays of records as the API returned them; `missing` names the parts
 * that could not be read, `truncated` the listings that were not read to their end with their total row count.
 */
function exportedRun(parts: ExecutionParts, { now, source }: { now: Date; source: string }) {
  const { events, failures, ledger, gas, payments, history, structure, execution } = parts;
  const listings = { events, failures, ledger, gas, payments };
  const truncated = Object.entries(listings).flatMap(([name, { data }]) =>
    data?.complete === false ? [[name, data.total_items] as const] : [],
  );
  if (history.data?.complete === false) truncated.push(['history', history.data.searched]);
  const missing = Object.entries({ ...listings, history, structure }).flatMap(([name, { data }]) =>
    data === undefined ? [name] : [],
  );
  return {
    execution_object_id: parts.execution_object_id,
    exported_at: now.toISOString(),
    source,
    missing: execution === null ? ['execution', ...missing] : missing,
    truncated: Object.fromEntries(truncated),
    execution: execution && asAnswered(execution),
    structure: structure.data === undefined ? null : asAnswered(structure.data),
    ...Object.fromEntries(
      Object.entries(listings).map(([name, { data }]) => [name, (data?.items ?? []).map(asAnswered)]),
    ),
    history: (history.data?.items ?? []).map(asAnswered),
  };
}

/** A link to this exact view, and everything the page was composed of as one file. */
function ExecutionActions({ parts }: { parts: ExecutionParts }) {
  const [copied, setCopied] = useState(false);
  const copy = () => void copyText(window.location.href, { isShown: true }).then(setCopied);
  const save = async () => {
    const name = `execution-${shortId(parts.execution_object_id).replace('…', '-')}.json`;
    const run = exportedRun(parts, { now: new Date(serverClock.now()), source: window.location.host });
    saveText(name, `${await joined(jsonPieces(run))}\n`);
  };
  const { events, failures, ledger, gas, payments, structure, history } = parts;
  const read = [events, failures, ledger, gas, payments, structure, history];
  // A file written now would name what is still loading as missing.
  const loading = read.some(({ isLoading }) => isLoading);
  return (
    <>
      <Button onClick={copy}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button disabled={loading} onClick={() => void save()}>
        <Download size={14} aria-hidden />
        Export JSON
      </Button>
    </>
  );
}

preloadGraph();

const NOUN = { singular: 'execution', plural: 'executions' };

/** `f` opens the first failure from any tab, `[` and `]` step. */
function useReplayKeys(view: ReplayView | null, toGraph: () => void) {
  const incident = view?.incidents[0];
  useShortcut(
    'run-failure',
    view === null || incident === undefined
      ? undefined
      : () => {
          toGraph();
          view.openIncident(incident);
        },
  );
  useShortcut('run-back', view === null ? undefined : () => view.stepBy(-1));
  useShortcut('run-on', view === null ? undefined : () => view.stepBy(1));
}

/** An error in one tab leaves the others usable. */
function TabContent({ tab, children }: { tab: ExecutionTab; children: ReactNode }) {
  return (
    <TabPanel value={tab}>
      <PanelBoundary name="This tab">{children}</PanelBoundary>
    </TabPanel>
  );
}

interface ExecutionViewProps {
  parts: ExecutionParts;
  run: PreparedRun | null;
}

/** One execution, whatever parts of it the index provides. */
const ExecutionView = memo(function ExecutionView({ parts, run }: ExecutionViewProps) {
  const view = useReplay(run);
  const address = useExecutionAddress();
  const { execution_object_id, execution, events, failures, ledger, gas, payment, record } = parts;
  const agent_object_id = execution?.agent_object_id ?? payment?.agent_object_id ?? null;
  const skill_id = execution?.skill_id ?? payment?.skill_id ?? null;
  const listings = [
    { tab: 'failures', title: 'Submission failures', query: failures },
    { tab: 'ledger', title: 'Payment ledger', query: ledger },
    { tab: 'gas', title: 'Gas', query: gas },
  ] as const;
  useReplayKeys(view, () => address.open('graph'));

  return (
    <>
      <PageHeader
        crumb={
          <>
            <PlainLink href={executions()} className="hover:text-text">
              Executions
            </PlainLink>
            {agent_object_id !== null && (
              <>
                <span>/ agent</span>{' '}
                <Id family="agent" value={agent_object_id} copy={false} className="min-w-0" />
                {skill_id !== null && (
                  <>
                    /
                    <Link href={agent(agent_object_id)} prefetch={false} className="hover:text-text">
                      skill {String(skill_id)}
                    </Link>
                  </>
                )}
              </>
            )}
          </>
        }
        title={<RecordTitle noun="Execution" family="execution" id={execution_object_id} />}
        note={
          <>
            {execution && <Status value={execution.status} reason={NO_END_KNOWN} />}
            <LabelButton />
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
          <Outcome parts={parts} view={view} toGraph={() => address.open('graph')} />
          <ExecutionFacts parts={parts} view={view} />
          <Tabs value={address.tab} onValueChange={(tab) => address.open(tab as ExecutionTab)}>
            <TabList aria-label="Parts of the execution">
              <Tab value="graph">Graph</Tab>
              <Tab value="events" count={events.data?.total_items}>
                Events
              </Tab>
              {listings.map(({ tab, title, query }) =>
                // What is empty has no tab, unless a link leads to it.
                query.data?.total_items === 0 && address.tab !== tab ? null : (
                  <Tab key={tab} value={tab} count={query.data?.total_items}>
                    {title}
                  </Tab>
                ),
              )}
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
              <LedgerUnit value={view?.replay.account.reconciled === true ? 'sui' : 'none'}>
                <LedgerTable query={ledger} open={address.row} />
              </LedgerUnit>
            </TabContent>
            <TabContent tab="gas">
              <GasTable query={gas} open={address.row} />
            </TabContent>
            <TabContent tab="compare">
              <CompareTab run={view} parts={parts} />
            </TabContent>
          </Tabs>
          <ExecutionTechnical parts={parts} view={view} />
        </RunContext>
      )}
    </>
  );
});

/** What arrives is rendered in steps that can be interrupted. */
export function ReadExecution({ execution_object_id }: { execution_object_id: string }) {
  const parts = useDeferredValue(useExecution(execution_object_id));
  return <PrepareRun parts={parts}>{(run) => <ExecutionView parts={parts} run={run} />}</PrepareRun>;
}
