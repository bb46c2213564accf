// DAGs (spec 2.14): one row a DAG. The creator is the sender of DAGCreated; a row without one (its creation was not seen) is not listed.
// `finalized_entry_id` is the sealing event: its time is finalized_at. Building events only move updated_at.
import { objectProjection } from './projection';

export const buildingKinds = [
  'DAGVertexAddedEvent',
  'DAGEdgeAddedEvent',
  'DAGEntryVertexInputPortAddedEvent',
  'DAGDefaultValueAddedEvent',
  'DAGOutputAddedEvent',
] as const;

const unknown = { creator: null, created_entry_id: null, finalized_entry_id: null };

export const dags = objectProjection({
  table: 'dags',
  columns: { creator: 'text?', created_entry_id: 'entry?', finalized_entry_id: 'entry?' },
  indexes: ['creator, first_entry_id', 'created_at'],
  counts: { shown: ['creator'], by: ['creator'] },
  kinds: ['DAGCreatedEvent', 'DAGFinalizedEvent', ...buildingKinds],
  keysOf: (event) => [event.payload.dag],
  evolve(row = unknown, event) {
    switch (event.kind) {
      case 'DAGCreatedEvent':
        return { ...row, creator: event.sender_address, created_entry_id: event.id };
      case 'DAGFinalizedEvent':
        return { ...row, finalized_entry_id: event.id };
      default:
        return { ...row };
    }
  },
});
