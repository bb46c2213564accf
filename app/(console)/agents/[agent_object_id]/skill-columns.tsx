import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import Link from 'next/link';
import { indexedColumn, transactionColumn, updatedColumn } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/text-block';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import type { Skill, SkillRevision } from '@/lib/contract/agents';
import { nullReason } from '@/lib/view/null-reasons';
import { agent } from '@/lib/view/paths';

const skill = createColumnHelper<Skill>();

export const skillColumns = [
  skill.accessor('skill_id', {
    header: 'Skill',
    meta: { bar: 'w-12' },
    cell: ({ row: { original } }) => (
      <Link
        href={agent(original.agent_object_id, { peek: String(original.skill_id) })}
        scroll={false}
        prefetch={false}
        className="mono hover:text-accent hover:underline"
      >
        skill {String(original.skill_id)}
      </Link>
    ),
  }),
  skill.accessor('active', {
    header: 'Active',
    meta: { bar: 'w-8' },
    cell: (cell) => <Maybe value={cell.getValue()} reason={nullReason('skill', 'active')} />,
  }),
  skill.accessor('description', {
    header: 'Description',
    meta: { bar: 'w-48' },
    cell: (cell) => (
      <Maybe value={cell.getValue()} reason={nullReason('skill', 'description')}>
        {(text) => (
          <span className="block max-w-96 text-2 sm:truncate" title={text}>
            {text === '' ? 'empty text' : text}
          </span>
        )}
      </Maybe>
    ),
  }),
  skill.accessor('current_interface_revision', {
    header: 'Current revision',
    meta: { numeric: true, bar: 'w-6' },
    cell: (cell) => <span className="mono">{String(cell.getValue())}</span>,
  }),
  skill.accessor('dag_object_id', {
    header: 'DAG',
    meta: { bar: 'w-28' },
    cell: (cell) => <Id family="dag" value={cell.getValue()} reason={nullReason('skill', 'dag_object_id')} />,
  }),
  skill.accessor('record_refreshed_at', {
    header: 'Read from chain',
    meta: { moment: true, bar: 'w-14', below: 'lg' },
    cell: (cell) => (
      <Time
        at={cell.getValue()}
        clock="on chain"
        reason={nullReason('skill', 'record_refreshed_at')}
        className="text-2"
      />
    ),
  }),
  updatedColumn<Skill>(),
] as ColumnDef<Skill, never>[];

const revision = createColumnHelper<SkillRevision>();

export const revisionColumns = [
  revision.accessor('interface_revision', {
    header: 'Revision',
    meta: { numeric: true, bar: 'w-6' },
    cell: (cell) => <span className="mono">{String(cell.getValue())}</span>,
  }),
  revision.accessor('dag_binding', {
    header: 'DAG binding',
    meta: { bar: 'w-40' },
    cell: (cell) => (
      <JsonView
        value={cell.getValue()}
        label="DAG binding"
        className="max-sm:my-1.5 min-w-0 max-sm:flex-1 sm:min-w-64"
      />
    ),
  }),
  revision.accessor('requirements', {
    header: 'Requirements',
    meta: { bar: 'w-40' },
    cell: (cell) => (
      <Maybe value={cell.getValue()} reason={nullReason('skillRevision', 'requirements')}>
        {(value) => (
          <JsonView
            value={value}
            label="Requirements"
            className="max-sm:my-1.5 min-w-0 max-sm:flex-1 sm:min-w-64"
          />
        )}
      </Maybe>
    ),
  }),
  transactionColumn<SkillRevision>(),
  indexedColumn<SkillRevision>('lg'),
] as ColumnDef<SkillRevision, never>[];
