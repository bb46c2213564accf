// DAGs (spec 2.14). The creator is the sender of DAGCreatedEvent; `finalized_entry_id` is the event that finalized it.
import { objectProjection } from './projection';

export const buildingKinds = [
  'DAGVertexAddedEvent',
  'DAGEdgeAddedEvent',
  'DAGEntryVertexInputPortAddedEvent',
  'DAGDefaultValueAddedEvent',
  'DAGOutputAddedEvent',
] as const;

export const dags = objectProjection({
  table: 'dags',
  columns: { creator: 'text?', created_entry_id: 'entry?', finalized_entry_id: 'entry?' },
  indexes: ['creator, first_entry_id', 'created_at'],
  counts: { shown: ['creator'], by: ['creator'] },
  kinds: ['DAGCreatedEvent', 'DAGFinalizedEvent', ...buildingKinds],
  keysOf: (event) => [event.payload.dag],
  evolve(row, event) {
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
