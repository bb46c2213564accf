// Tools (spec 2.11), keyed by name. Events say whether a tool is registered; its fields come from snapshots.
// Invariant: creator and port contract, once known, never change.
import { readToolSnapshot } from './snapshot-fields';
import { objectProjection } from './projection';

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
  },
  initial: { is_registered: true },
  indexes: ['creator', 'created_at'],
  counts: {
    shown: ['input_schema', 'output_variants', 'object_id', 'kind', 'location', 'description'],
    by: ['kind', 'creator'],
  },
  kinds: ['ToolRegisteredEvent', 'ToolUnregisteredEvent', 'ToolUpdatedEvent', 'snapshot:tool'],
  keysOf: (entry) => [entry.kind === 'snapshot:tool' ? entry.subject : entry.payload.fqn],
  evolve(row, entry) {
    switch (entry.kind) {
      case 'ToolRegisteredEvent': {
        // In a log that starts mid-history a registration after an unregistration is not the first.
        const first = row.registered_entry_id === null && row.unregistered_entry_id === null;
        return {
          ...row,
          object_id: entry.payload.tool,
          is_registered: true,
          created_entry_id: first ? entry.id : row.created_entry_id,
          registered_entry_id: entry.id,
          unregistered_entry_id: null,
          creator: first ? entry.sender_address : row.creator,
        };
      }
      case 'ToolUnregisteredEvent':
        return {
          ...row,
          object_id: row.object_id ?? entry.payload.tool,
          is_registered: false,
          unregistered_entry_id: entry.id,
        };
      case 'ToolUpdatedEvent':
        return { ...row, object_id: row.object_id ?? entry.payload.tool };
      case 'snapshot:tool': {
        const { object_id, creator, input_schema, output_variants, ...read } = readToolSnapshot(entry.fields);
        return {
          ...row,
          ...read,
          object_id: row.object_id ?? object_id ?? null,
          creator: row.creator ?? creator ?? null,
          // A port contract never changes: the first one stays.
          input_schema: row.input_schema ?? input_schema ?? null,
          output_variants: row.output_variants ?? output_variants ?? null,
        };
      }
    }
  },
});
