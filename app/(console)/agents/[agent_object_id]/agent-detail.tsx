'use client';
import { useQuery, useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { ComposedOf, rowReason, describeRow, describeTotal } from '@/components/record/page-composition';
import { executionList } from '@/app/(console)/executions/list';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable } from '@/components/listing/listing-table';
import { RecordPage } from '@/components/record/record-page';
import { RunHealth } from '@/components/record/run-health';
import { RecordTabs } from '@/components/record/record-tabs';
import { taskList } from '@/app/(console)/tasks/list';
import { withoutColumns } from '@/components/listing/row-columns';
import { Unread, Failure } from '@/components/shell/read-failure';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import type { Answer } from '@/lib/contract/endpoints';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { nullReason } from '@/lib/view/null-reasons';
import { agents, executions } from '@/lib/view/paths';
import { agentRowQuery, executionsQuery, tasksQuery } from './agent-queries';
import { Skills } from './skills';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Status } from '@/components/values/status';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { matchingRows, type SentFilters } from '@/lib/client/ignored-filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Execution } from '@/lib/contract/executions';
import { recentFailures, startOf } from '@/lib/view/recent-failures';
import { totalOf, type Listing } from '@/lib/contract/record';
import { Total } from '@/components/values/total';

const WEEK_MS = 7 * 86_400_000;
const PAGE = '100';
const STATUSES = ['failed', 'aborted'] as const;

const COLUMNS = [
  { head: 'Execution', cell: (row: Execution) => <Id family="execution" value={row.object_id} /> },
  { head: 'Status', cell: (row: Execution) => <Status value={row.status} /> },
  {
    head: 'Skill',
    numeric: true,
    cell: (row: Execution) => (
      <Maybe value={row.skill_id} reason={nullReason('execution', 'skill_id', row)} />
    ),
  },
  { head: 'DAG', cell: (row: Execution) => <Id family="dag" value={row.dag_object_id} /> },
  {
    head: 'Started on chain',
    numeric: true,
    cell: (row: Execution) => (
      <Time
        at={row.onchain_created_at}
        clock="on chain"
        reason={nullReason('execution', 'onchain_created_at')}
      />
    ),
  },
];

/** From the list of failed executions, else from the agent's newest executions. */
function useRecentFailures(agent_object_id: string, since: number) {
  const filtered = STATUSES.map((status) => ({ agent_object_id, status, page_size: PAGE }));
  const lists = useQueries({ queries: filtered.map((query) => endpointQuery('executions.list', {}, query)) });
  const listError = lists.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
  const isAbsent = isNotProvided(failureOf(listError));
  const agentExecutions = useQuery({
    ...endpointQuery('agents.executions', { agent_object_id }, { page_size: PAGE }),
    enabled: isAbsent,
  });
  const parts = isAbsent ? [agentExecutions] : lists;
  const found = parts.flatMap(({ data }, at) => {
    const query = isAbsent ? {} : filtered[at];
    return data === undefined ? [] : [recentFailures(matching(data, query ?? {}), since)];
  });
  return {
    rows: found.flatMap(({ rows }) => rows).sort((a, b) => startOf(b) - startOf(a)),
    complete: found.every(({ complete }) => complete),
    loading: parts.some(({ data }) => data === undefined),
    error: isAbsent ? agentExecutions.error : listError,
    retry: () => parts.forEach(({ refetch }) => void refetch()),
  };
}

/** An index that ignores a filter lists other executions as well. */
function matching(answer: Answer<'executions.list'>, query: SentFilters) {
  return { ...answer, items: matchingRows('executions.list', query, answer.items) };
}

/** An agent's failed and aborted executions of the last week; no list has a time filter, so the newest rows are searched. */
function RecentFailures({ agent_object_id }: { agent_object_id: string }) {
  const now = useNow();
  const { rows, complete, loading, error, retry } = useRecentFailures(agent_object_id, (now ?? 0) - WEEK_MS);
  return (
    <Panel
      title="Failed or aborted in the last 7 days"
      note={loading || !complete ? undefined : rows.length}
      className="mb-3.5"
      actions={STATUSES.map((status) => (
        <TextLink key={status} href={executions({ agent_object_id, status })}>
          All {status}
        </TextLink>
      ))}
    >
      {error !== null && <Failure what="failed executions" error={error} onRetry={retry} />}
      {error === null && rows.length === 0 && (
        <p className="px-3 py-2 text-2">{emptyText(loading, complete)}</p>
      )}
      {error === null && rows.length > 0 && (
        <>
          <div className="max-h-72 overflow-auto">
            <RowsTable
              label="Executions that failed or were aborted in the last 7 days"
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.object_id}
            />
          </div>
          {!complete && (
            <p className="px-3 py-1.5 text-xs text-3">
              Among the {PAGE} executions read; others were not searched
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function emptyText(loading: boolean, complete: boolean): string {
  if (loading) return 'Loading…';
  return complete ? 'None' : `Unknown: none among the ${PAGE} executions read; others were not searched`;
}

const KINDS = [...Object.keys(families.agent), 'TaskCreatedEvent'] as EventKind[];
const LISTING = 'the agent list';
const executionsOfAgent = withoutColumns(executionList.columns, 'agent_object_id');
const tasksOfAgent = withoutColumns(taskList.columns, 'agent_object_id');

type Rows = { data?: Listing<unknown> | undefined; error: Error | null };

function RowTotal({ list: { data, error } }: { list: Rows }) {
  return data ? <Total of={data} /> : <Unread error={error} />;
}

interface AgentBodyProps {
  agent_object_id: string;
  skills: Answer<'agents.skills'>;
}

function AgentBody({ agent_object_id, skills }: AgentBodyProps) {
  const found = useQuery(agentRowQuery(agent_object_id, skills.items));
  const executions = useQuery(executionsQuery(agent_object_id));
  const tasks = useQuery(tasksQuery(agent_object_id));
  const row = found.data?.row ?? null;
  const reason = (field: 'creator' | 'vault_object_id' | 'onchain_created_at') =>
    rowReason(LISTING, found, nullReason('agent', field, row));
  return (
    <>
      <Facts>
        <Fact label="Skills">
          <Total of={skills} />
        </Fact>
        <Fact label="Executions">
          <RowTotal list={executions} />
        </Fact>
        <Fact label="Tasks">
          <RowTotal list={tasks} />
        </Fact>
        <Fact label="Creator">
          <Id family="address" value={row?.creator ?? null} reason={reason('creator')} />
        </Fact>
        <Fact label="Vault">
          <Id family="object" value={row?.vault_object_id ?? null} reason={reason('vault_object_id')} />
        </Fact>
        <Fact label="Created on chain">
          <Time at={row?.onchain_created_at ?? null} clock="on chain" reason={reason('onchain_created_at')} />
        </Fact>
        <Fact label="Updated">
          <Time at={row?.updated_at ?? null} clock="indexed" reason={rowReason(LISTING, found, '')} />
        </Fact>
      </Facts>
      <RecordTabs
        label="Records of this agent"
        tabs={[
          {
            value: 'skills',
            title: 'Skills',
            count: totalOf(skills),
            content: <Skills agent_object_id={agent_object_id} />,
          },
          {
            value: 'executions',
            title: 'Executions',
            count: executions.data && totalOf(executions.data),
            content: (
              <>
                <RunHealth title="Executions of this agent" about={{ agent_object_id }} className="mb-3.5" />
                <RecentFailures agent_object_id={agent_object_id} />
                <ListingTable
                  {...executionList}
                  name="agents.executions"
                  params={{ agent_object_id }}
                  columns={executionsOfAgent}
                  labels={{}}
                  empty="No executions of this agent yet"
                />
              </>
            ),
          },
          {
            value: 'tasks',
            title: 'Tasks',
            count: tasks.data && totalOf(tasks.data),
            content: (
              <ListingTable
                {...taskList}
                name="agents.tasks"
                params={{ agent_object_id }}
                columns={tasksOfAgent}
                labels={{}}
                empty="No tasks of this agent yet"
              />
            ),
          },
          {
            value: 'events',
            title: 'Events',
            content: <RelatedEvents search={eventsAboutQuery(KINDS, agent_object_id)} noun="agent" />,
          },
        ]}
      />
      <ComposedOf
        why="The index has no endpoint for a single agent."
        parts={[
          describeTotal('skills', { data: skills, error: null }),
          describeTotal('executions', executions),
          describeTotal('tasks', tasks),
          describeRow(LISTING, found),
        ]}
      />
    </>
  );
}

/** One agent; its list of skills shows whether the index has it. */
export function AgentDetail({ agent_object_id }: { agent_object_id: string }) {
  return (
    <RecordPage
      name="agents.skills"
      params={{ agent_object_id }}
      noun="agent"
      crumb={<Link href={agents()}>Agents</Link>}
    >
      {(skills) => <AgentBody agent_object_id={agent_object_id} skills={skills} />}
    </RecordPage>
  );
}
