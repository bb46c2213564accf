'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { revisionsQuery } from '@/app/(console)/agents/[agent_object_id]/agent-queries';
import { ChangesTable } from '@/app/(console)/agents/[agent_object_id]/revision-changes';
import { revisionPair } from '@/app/(console)/agents/[agent_object_id]/revision-pair';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { RecordFailure } from '@/components/record/record-page';
import { Button } from '@/components/ui/button';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { flowGraph } from '@/lib/dag/flow-graph';
import { difference, type DifferenceRow } from '@/lib/dag/structure-diff';
import { counted } from '@/lib/view/amount';
import { agent as agentPage, dags } from '@/lib/view/paths';
import { ChangeWord } from '@/components/graph/appearance';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Chip } from '@/components/ui/chip';
import { ShowMore } from '@/components/values/show-more';
import { useRowLimit } from '@/components/ui/use-row-limit';

const ORDER = ['added', 'removed', 'rewired', 'changed'] as const;
const PAGE = 200;
const WHAT: Record<DifferenceRow['what'], string> = {
  vertex: 'vertex',
  edge: 'edge',
  entry: 'entry port',
  default: 'default value',
  output: 'output',
};

/** The number of changes of each kind, in the colours of the drawing. */
function ChangeCounts({ rows }: { rows: readonly DifferenceRow[] }) {
  if (rows.length === 0) return <>No differences</>;
  return (
    <span className="flex flex-wrap gap-1.5" data-testid="change-counts">
      {ORDER.map((change) => {
        const count = rows.filter((row) => row.change === change).length;
        if (count === 0) return null;
        return (
          <Chip key={change} data-change={change}>
            <ChangeWord change={change} count={count} />
          </Chip>
        );
      })}
    </span>
  );
}

/** Every difference in words; a click selects its vertex. */
function DifferenceList({ rows }: { rows: readonly DifferenceRow[] }) {
  const [, go] = useGraphAddress();
  const [limit, setLimit] = useRowLimit(PAGE);
  const ordered = ORDER.flatMap((change) => rows.filter((row) => row.change === change));
  return (
    <Panel title="Differences" note={rows.length} className="mt-3.5" data-testid="differences">
      {rows.length === 0 ? (
        <p className="px-3 py-2.5 text-2">
          Both have the same vertices, edges, entry groups, default values and outputs.
        </p>
      ) : (
        <ul className="-mt-px">
          {ordered.slice(0, limit).map(({ change, what, text, vertex }, index) => (
            <li
              key={`${change} ${what} ${text} ${index}`}
              data-difference={change}
              className="grid grid-cols-[92px_110px_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-1"
            >
              <span className="font-medium">
                <ChangeWord change={change} />
              </span>
              <span className="text-3">{WHAT[what]}</span>
              <button
                translate="no"
                type="button"
                onClick={() => go({ vertex })}
                className="min-w-0 text-left mono break-words hover:text-accent hover:underline"
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        shown={limit}
        total={ordered.length}
        noun="differences"
        onMore={() => setLimit(limit + PAGE)}
        className="border-t border-line px-3 py-2"
      />
    </Panel>
  );
}

preloadGraph();

/** Two DAGs as one drawing and a list of differences from left to right. */
export function CompareView() {
  const [{ left, right, agent, skill, revisions }, go] = useQueryStates(
    {
      left: parseAsString,
      right: parseAsString,
      agent: parseAsString,
      skill: parseAsString,
      revisions: parseAsString,
    },
    { history: 'push' },
  );
  const before = useStructure(left);
  const after = useStructure(right);
  return (
    <>
      <PageHeader
        crumb={<PlainLink href={dags()}>DAGs</PlainLink>}
        title="Compare DAGs"
        note="Changes from the left to the right one"
      />
      <div className="mb-3.5 grid gap-3 md:grid-cols-2">
        <SideField label="Left DAG" value={left} onChange={(id) => void go({ left: id })} />
        <SideField label="Right DAG" value={right} onChange={(id) => void go({ right: id })} />
      </div>
      {left && right && agent && skill && revisions && (
        <RevisionWords agent={agent} skill={skill} revisions={revisions} left={left} right={right} />
      )}
      {left === null || right === null ? (
        <EmptyState kind="nothing-yet" title="Choose two DAGs">
          Find them by what they do, or enter their IDs. To compare two interface revisions of a skill, start
          from its page.
        </EmptyState>
      ) : (
        <Comparison before={before} after={after} />
      )}
    </>
  );
}

function useStructure(dag_object_id: string | null) {
  return useQuery({
    ...endpointQuery('dags.structure', { dag_object_id: dag_object_id ?? '' }),
    enabled: dag_object_id !== null,
  });
}

type Structure = ReturnType<typeof useStructure>;

/** The combined graph and the differences, once both structures are there. */
function Comparison({ before, after }: { before: Structure; after: Structure }) {
  const compared = useMemo(() => {
    if (before.data === undefined || after.data === undefined) return null;
    const { joined, vertices, edges, rows } = difference(before.data, after.data);
    const marksOfEdges = flowGraph(joined).edges.map(
      ({ key }, index) => [key, edges[index] ?? 'same'] as const,
    );
    return { joined, rows, marks: { vertices, edges: new Map(marksOfEdges) } };
  }, [before.data, after.data]);
  const failed = [before, after].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <RecordFailure
        error={failed.error}
        noun={{ singular: 'DAG', plural: 'DAGs' }}
        onRetry={() => void failed.refetch()}
      />
    );
  if (compared === null) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <FlowGraphPanel
        structure={compared.joined}
        title="Combined graph"
        note={<ChangeCounts rows={compared.rows} />}
        marks={compared.marks}
      />
      <DifferenceList rows={compared.rows} />
    </>
  );
}

interface SideFieldProps {
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** One side of a comparison: its DAG, and a field to replace it. */
function SideField({ label, value, onChange }: SideFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const dagsQuery = useQuery(endpointQuery('dags.list', {}, { page_size: '100' }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onChange(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit} className="rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-3">
          {label}
        </label>
        {value === null ? <span className="text-3">None</span> : <Id family="dag" value={value} withId />}
      </div>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="What it does, or its ID"
          list={`${id}-dags`}
          spellCheck={false}
          className="h-[30px] min-w-0 flex-1 rounded-sm border border-line-strong bg-surface-2 px-2"
        />
        <datalist id={`${id}-dags`}>
          {dagsQuery.data?.items.map(({ object_id, skill_description }) => (
            <option key={object_id} value={object_id}>
              {skill_description ?? ''}
            </option>
          ))}
        </datalist>
        <Button type="submit" disabled={text.trim() === ''}>
          Compare
        </Button>
      </div>
    </form>
  );
}

interface RevisionWordsProps {
  agent: string;
  skill: string;
  /** `2,3` */
  revisions: string;
  left: string;
  right: string;
}

/** The skill whose revisions are compared, and what else changed between them; nothing once a side is another DAG. */
function RevisionWords({ agent, skill, revisions, left, right }: RevisionWordsProps) {
  const read = useQuery(revisionsQuery(agent, skill));
  if (read.error && !read.data)
    return (
      <p role="status" className="mb-3.5 text-2">
        The revisions of skill {skill} could not be loaded: {read.error.message}
      </p>
    );
  const [from, to] = revisions.split(',');
  const pair = read.data === undefined ? null : revisionPair(read.data.items, [from, to]);
  if (pair === null || typeof pair.dags === 'string') return null;
  if (pair.dags.left !== left || pair.dags.right !== right) return null;
  const others = pair.changes.filter(({ before, after }) => before !== left || after !== right);
  return (
    <Panel
      title={`Skill ${skill}: from revision ${from} to ${to}`}
      note={others.length === 0 ? 'Only the DAG changed' : counted(others.length, 'other change')}
      actions={
        <TextLink quiet href={agentPage(agent, { skill, revisions })}>
          View skill
        </TextLink>
      }
      className="mb-3.5"
      data-testid="revision-words"
    >
      {others.length > 0 && <ChangesTable changes={others} from={from ?? ''} to={to ?? ''} />}
    </Panel>
  );
}
