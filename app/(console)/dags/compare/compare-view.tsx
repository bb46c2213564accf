'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { revisionsQuery } from '@/app/(console)/agents/[agent_object_id]/agent-queries';
import { ChangesTable } from '@/app/(console)/agents/[agent_object_id]/revision-changes';
import { revisionPair } from '@/app/(console)/agents/[agent_object_id]/revision-pair';
import { preloadGraph } from '@/components/graph/canvas-loader';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { RecordFailure } from '@/components/record/record-page';
import { Field, Select, TextField } from '@/components/ui/field';
import { PlainLink, TextLink } from '@/components/ui/plain-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { useNameOf } from '@/components/values/names';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { flowGraph } from '@/lib/dag/flow-graph';
import { difference, type DifferenceRow } from '@/lib/dag/structure-diff';
import { counted } from '@/lib/view/amount';
import { readPasted, shortId } from '@/lib/view/ids';
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
    // On a phone the tables of the graph would come before the answer.
    <Panel
      title="Differences"
      note={rows.length}
      className="max-[768px]:order-first"
      data-testid="differences"
    >
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
              className="grid grid-cols-[92px_110px_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1.5 max-md:grid-cols-[auto_minmax(0,1fr)]"
            >
              <span className="font-medium">
                <ChangeWord change={change} />
              </span>
              <span className="text-3">{WHAT[what]}</span>
              <button
                translate="no"
                type="button"
                onClick={() => go({ vertex })}
                className="min-w-0 text-left mono break-words max-md:col-span-2 hover:text-accent hover:underline"
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
        note="Changes from left to right"
      />
      <div className="mb-3.5 grid grid-cols-1 gap-3 md:grid-cols-2">
        <SideField
          label="Left DAG"
          value={left}
          structure={before}
          onChange={(id) => void go({ left: id })}
        />
        <SideField
          label="Right DAG"
          value={right}
          structure={after}
          onChange={(id) => void go({ right: id })}
        />
      </div>
      {left && right && agent && skill && revisions && (
        <RevisionWords agent={agent} skill={skill} revisions={revisions} left={left} right={right} />
      )}
      {left === null || right === null ? (
        <EmptyState kind="nothing-yet" title="Choose two DAGs">
          To compare two interface revisions of a skill, start from its page.
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
    <div className="grid grid-cols-1 gap-3.5">
      <FlowGraphPanel
        structure={compared.joined}
        title="Combined graph"
        note={<ChangeCounts rows={compared.rows} />}
        marks={compared.marks}
      />
      <DifferenceList rows={compared.rows} />
    </div>
  );
}

interface SideFieldProps {
  label: string;
  value: string | null;
  structure: Structure;
  onChange: (id: string) => void;
}

const LISTED = '100';
const OTHER = 'other';

/** The first vertices by name: what an unnamed DAG is known by. */
const MOST_VERTICES = 6;

/** One side of a comparison: a choice of the listed DAGs by name, or any other by its ID. */
function SideField({ label, value, structure, onChange }: SideFieldProps) {
  const [isOther, setOther] = useState(false);
  const nameOf = useNameOf();
  const { data, error } = useQuery(endpointQuery('dags.list', {}, { page_size: LISTED }));
  const listed = data?.items ?? [];
  const options = listed.map(({ object_id: id, skill_description, vertices }) => {
    const name = nameOf(id) ?? skill_description;
    const size = vertices === null ? '' : `, ${counted(vertices, 'vertex', 'vertices')}`;
    const words = name === null ? `${shortId(id)}${size}` : `${name} (${shortId(id)})`;
    return { id, isNamed: name !== null, words };
  });
  options.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || a.words.localeCompare(b.words));
  if (value !== null && !options.some(({ id }) => id === value))
    options.unshift({ id: value, isNamed: true, words: nameOf(value) ?? shortId(value) });
  const names = structure.data?.vertices.map(({ name }) => name) ?? [];
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface px-3 py-2">
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            value={isOther ? OTHER : (value ?? '')}
            onChange={({ target }) => {
              setOther(target.value === OTHER);
              if (target.value !== OTHER) onChange(target.value);
            }}
          >
            {value === null && <option value="">Choose a DAG</option>}
            {options.map(({ id, words }) => (
              <option key={id} translate="no" value={id}>
                {words}
              </option>
            ))}
            <option value={OTHER}>Another, by its ID…</option>
          </Select>
        )}
      </Field>
      {error !== null && data === undefined && (
        <p className="mt-1.5 text-3">DAGs could not be listed: {error.message}</p>
      )}
      {isOther && (
        <OtherDag
          label={`ID of the ${label.toLowerCase()}`}
          onChoose={(id) => {
            setOther(false);
            onChange(id);
          }}
        />
      )}
      {value !== null && (
        <p className="mt-1.5 flex gap-x-2.5 text-3">
          <Id family="dag" value={value} bare />
          <span className="min-w-0 truncate">
            {names.length > 0 && `${counted(names.length, 'vertex', 'vertices')}: `}
            <span translate="no">{names.slice(0, MOST_VERTICES).join(', ')}</span>
            {names.length > MOST_VERTICES && '…'}
          </span>
        </p>
      )}
    </div>
  );
}

/** Enter chooses. */
function OtherDag({ label, onChoose }: { label: string; onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const { kind, value } = readPasted(text);
  return (
    <TextField
      label={label}
      className="mt-1.5"
      inputClass="mono"
      autoFocus
      spellCheck={false}
      autoComplete="off"
      error={text !== '' && kind !== 'object' ? 'Not an object ID' : null}
      value={text}
      onChange={setText}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && kind === 'object') onChoose(value);
      }}
    />
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
