// Refused shutdown suspensions (spec 4.4): these records are their only trace.
import { recordProjection } from './projection';

export const suspensionSkips = recordProjection({
  table: 'suspension_skips',
  columns: {
    leader_cap_id: 'text',
    registry_object_id: 'text',
    attempted_claim_token: 'text',
    owner_claim_token: 'text',
  },
  indexes: ['leader_cap_id, id'],
  kinds: ['LeaderSuspensionSkippedEvent'],
  evolve: ({ payload }) => ({
    leader_cap_id: payload.leader_cap_id,
    registry_object_id: payload.registry,
    attempted_claim_token: payload.attempted,
    owner_claim_token: payload.owner,
  }),
});
