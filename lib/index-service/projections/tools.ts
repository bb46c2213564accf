// Tools (spec 2.11), keyed by name. Events say whether a tool is registered; its fields come from snapshots.
// Invariant: creator and port contract, once known, never change. A tool without a port contract is not listed, so one whose name is
// longer than a snapshot's can be has no row.
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { timestamp, u64 } from '@/lib/contract/record';
import { portContract, toolKinds, variantContract, type Tool, type ToolDetail } from '@/lib/contract/tools';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { LONGEST_SUBJECT } from '@/lib/index-service/log/recorded-line';
import { equalTexts } from '@/lib/index-service/store/foreign-text';
import { readSnapshot } from './payload-values';
import { FIRST_OF_NAME } from './dag-vertices';
import { objectProjection } from './projection';
import { asNumber, entryOf, tableReader } from './table-reader';

/** What a snapshot of a tool may say. */
const toolSnapshot = {
  object_id: objectId,
  kind: z.enum(toolKinds),
  location: z.string(),
  description: z.string(),
  registry_object_id: z.nullable(objectId),
  creator: z.nullable(objectId),
  verified: z.nullable(z.boolean()),
  lock_duration_ms: z.nullable(u64),
  vault_balance_us: z.nullable(u64),
  workflow_authorization_cap_first: z.nullable(z.boolean()),
  input_schema: z.array(portContract),
  output_variants: z.array(variantContract),
  registered_at: timestamp,
  unregistered_at: z.nullable(timestamp),
};

export const tools = objectProjection({
  table: 'tools',
  columns: {
    object_id: 'text?',
    kind: 'text?',
    location: 'text?',
    description: 'text?',
    is_registered: 'flag',
    created_entry_id: 'entry?',
    registered_entry_id: 'entry?',
    unregistered_entry_id: 'entry?',
    registry_object_id: 'text?',
    creator: 'text?',
    verified: 'flag?',
    lock_duration_ms: 'whole?',
    vault_balance_us: 'whole?',
    workflow_authorization_cap_first: 'flag?',
    input_schema: 'json?',
    output_variants: 'json?',
    registered_at: 'time?',
    unregistered_at: 'time?',
  },
  initial: { is_registered: true },
  indexes: ['creator', 'created_at'],
  counts: {
    shown: ['input_schema', 'output_variants', 'object_id', 'kind', 'location', 'description'],
    by: ['kind', 'creator'],
  },
  keysOf(entry) {
    const fqn = entry.kind === 'snapshot:tool' ? entry.subject : entry.payload.fqn;
    return fqn.length <= LONGEST_SUBJECT ? [fqn] : [];
  },
  on: {
    ToolRegisteredEvent({ id, sender_address, payload }, row) {
      // In a log that starts mid-history a registration after an unregistration is not the first.
      const first = row.registered_entry_id === null && row.unregistered_entry_id === null;
      return {
        object_id: payload.tool,
        is_registered: true,
        registered_entry_id: id,
        unregistered_entry_id: null,
        ...(first ? { created_entry_id: id, creator: sender_address } : {}),
      };
    },
    ToolUnregisteredEvent: ({ id, payload }, row) => ({
      object_id: row.object_id ?? payload.tool,
      is_registered: false,
      unregistered_entry_id: id,
    }),
    ToolUpdatedEvent: ({ payload }, row) => ({ object_id: row.object_id ?? payload.tool }),
    'snapshot:tool'({ fields }, row) {
      const { object_id, creator, input_schema, output_variants, ...read } = readSnapshot(toolSnapshot, {
        ...fields,
        output_variants: fields['output_variants'] ?? fields['output_schema'],
      });
      return {
        ...read,
        object_id: row.object_id ?? object_id ?? null,
        creator: row.creator ?? creator ?? null,
        input_schema: row.input_schema ?? input_schema ?? null,
        output_variants: row.output_variants ?? output_variants ?? null,
        // Events say it, unless the log starts after them.
        ...(row.registered_entry_id === null && row.unregistered_entry_id === null
          ? { is_registered: (read.unregistered_at ?? null) === null }
          : {}),
      };
    },
  },
});

/** Of the DAGs that are listed. */
const DAGS = `(select count(distinct v.dag_object_id)::int from dag_vertices v
  join dags d on d.key = v.dag_object_id and d.creator is not null where ${equalTexts('v.tool_fqn', 't.key')} and ${FIRST_OF_NAME})`;

const served = {
  fields: {
    fqn: 't.key',
    dags: DAGS,
    registered_at: 'coalesce(registered.onchain_at, t.registered_at, registered.indexed_at, t.created_at)',
    unregistered_at:
      'case when not t.is_registered then coalesce(unregistered.onchain_at, t.unregistered_at, unregistered.indexed_at) end',
    lock_duration_ms: asNumber('t.lock_duration_ms'),
  },
  joins: `${entryOf('t.registered_entry_id', 'registered')} ${entryOf('t.unregistered_entry_id', 'unregistered')}`,
};
const detailReader = tableReader<ToolDetail>(tools, 'tool', served);
const toolReader = tableReader<Tool>(tools, 'tool', { ...served, omit: ['input_schema', 'output_variants'] });

export const toolHandlers = {
  'tools.list': ({ db, query }) =>
    toolReader.page(db, query, (where) =>
      where
        .and('position(? in t.key) > 0', query.fqn)
        .and('t.is_registered = ?', query.registered)
        .and(`(${DAGS} > 0) = ?`, query.used),
    ),
  'tools.get': ({ db, params }) => detailReader.get(db, params['fqn']),
} satisfies Handlers;
