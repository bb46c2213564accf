'use client';
import Link from 'next/link';
import { usePageUrl } from '@/components/listing/use-url';
import { buttonClass } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Select } from '@/components/ui/field';
import { Sentence } from '@/components/values/sentence';
import { RowsTable } from '@/components/values/table';
import { Linked } from '@/components/values/linked';
import { withPageKeys } from '@/lib/client/filter-url';
import type { Skill, SkillRevision } from '@/lib/contract/agents';
import { stringifyJson } from '@/lib/json/exact';
import { compareDags } from '@/lib/view/paths';
import { payloadLinks } from '@/lib/view/payload-links';
import type { JsonChange } from '@/lib/view/json';
import { contractChange } from '@/lib/view/skill-contract';
import { revisionPair } from './revision-pair';
import { Mono } from '@/components/ui/mono';

function Side({ path, value, nothing }: { path: string; value: unknown; nothing: string }) {
  if (value === undefined) return <span className="text-3">{nothing}</span>;
  const field = path.split('.').at(-1) ?? path;
  const [link] = typeof value === 'string' ? payloadLinks({ [field]: value }) : [];
  if (link !== undefined) return <Linked {...link} />;
  return <Mono className="break-all whitespace-pre-wrap">{stringifyJson(value, 1)}</Mono>;
}

interface ChangesTableProps {
  changes: readonly JsonChange[];
  /** Revision numbers. */
  from: string;
  to: string;
}

/** The changed fields between two revisions. */
export function ChangesTable({ changes, from, to }: ChangesTableProps) {
  return (
    <RowsTable
      stacks
      label={`Changes from revision ${from} to ${to}`}
      rows={changes}
      rowKey={({ path }) => path}
      columns={[
        { head: 'Field', className: 'mono wrap-anywhere align-top', cell: ({ path }) => path },
        {
          head: `Revision ${from}`,
          className: 'max-w-96 align-top whitespace-normal!',
          cell: ({ path, before }) => <Side path={path} value={before} nothing="not present" />,
        },
        {
          head: `Revision ${to}`,
          className: 'max-w-96 align-top whitespace-normal!',
          cell: ({ path, after }) => <Side path={path} value={after} nothing="removed" />,
        },
      ]}
    />
  );
}

interface PickProps {
  label: string;
  value: string;
  all: readonly string[];
  onChange: (value: string) => void;
}

function Pick({ label, value, all, onChange }: PickProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-3">
      {label}
      <span className="w-16">
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          {all.map((number) => (
            <option key={number}>{number}</option>
          ))}
        </Select>
      </span>
    </label>
  );
}

interface RevisionChangesProps {
  skill: Pick<Skill, 'agent_object_id' | 'skill_id'>;
  revisions: readonly SkillRevision[];
}

/** Changes between two revisions of a skill: `?revisions=2,3`, by default the last two. */
export function RevisionChanges({ skill, revisions }: RevisionChangesProps) {
  const url = usePageUrl();
  const sorted = [...revisions].sort((a, b) => (a.interface_revision < b.interface_revision ? -1 : 1));
  const all = sorted.map(({ interface_revision }) => String(interface_revision));
  if (all.length < 2) return null;
  const [requestedFrom, requestedTo] = (url.search.get('revisions') ?? '').split(',');
  const from =
    requestedFrom !== undefined && all.includes(requestedFrom) ? requestedFrom : (all.at(-2) ?? '');
  const to = requestedTo !== undefined && all.includes(requestedTo) ? requestedTo : (all.at(-1) ?? '');
  const show = (before: string, after: string) =>
    url.replace(withPageKeys(url.search, { revisions: `${before},${after}` }));
  const pair = revisionPair(revisions, [from, to]);
  if (pair === null) return null;
  const { changes, dags } = pair;
  const words = contractChange(pair.from, pair.to);
  return (
    <Panel
      title="Changes"
      className="mb-3.5"
      actions={
        <>
          <Pick label="from revision" value={from} all={all} onChange={(number) => show(number, to)} />
          <Pick label="to" value={to} all={all} onChange={(two) => show(from, two)} />
          {typeof dags !== 'string' && (
            <Link
              className={buttonClass('small')}
              prefetch={false}
              href={compareDags({
                ...dags,
                agent: skill.agent_object_id,
                skill: String(skill.skill_id),
                revisions: `${from},${to}`,
              })}
            >
              Compare DAGs
            </Link>
          )}
        </>
      }
    >
      {changes.length === 0 ? (
        <p className="px-3 py-2 text-2">
          Revisions {from} and {to} have the same DAG binding and requirements
        </p>
      ) : (
        <>
          {words !== null && (
            <p className="px-3 py-2">
              <Sentence parts={words} />
            </p>
          )}
          {typeof dags === 'string' && <p className="px-3 py-2 text-2">No DAGs to compare: {dags}</p>}
          <ChangesTable changes={changes} from={from} to={to} />
        </>
      )}
    </Panel>
  );
}
