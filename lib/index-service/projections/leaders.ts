// Leader caps (spec 2.3), known from any of their events.
// Invariant: stake totals are never negative. A deposit sets them, claims and slashes subtract.
import { objectProjection } from './projection';
import { snakeCase } from '@/lib/contract/tagged';

function minus(total: bigint, part: bigint): bigint {
  return part > total ? 0n : total - part;
}

export const leaders = objectProjection({
  table: 'leaders',
  columns: {
    is_founding: 'flag',
    leader_address: 'text?',
    network_object_id: 'text?',
    registry_object_id: 'text?',
    status: 'text?',
    claim_token: 'text?',
    claimed_tx_digest: 'text?',
    issued_tx_digest: 'text?',
    created_entry_id: 'entry?',
    stake_pool_total: 'whole',
    stake_total_shares: 'whole',
  },
  initial: { is_founding: false, stake_pool_total: 0n, stake_total_shares: 0n },
  indexes: ['leader_address', 'network_object_id', 'status', 'created_at'],
  counts: { shown: [], by: ['status', 'leader_address', 'network_object_id'] },
  kinds: [
    'FoundingLeaderCapCreatedEvent',
    'LeaderCapIssuedEvent',
    'LeaderClaimedEvent',
    'LeaderUpsertedEvent',
    'LeaderStatusChangedEvent',
    'LeaderSuspensionSkippedEvent',
    'StakeDepositedEvent',
    'UnstakeRequestedEvent',
    'UnstakeClaimedEvent',
    'StakeSlashedEvent',
  ],
  keysOf: (event) => [
    event.kind === 'FoundingLeaderCapCreatedEvent' ? event.payload.leader_cap : event.payload.leader_cap_id,
  ],
  evolve(row, event) {
    if (event.kind === 'FoundingLeaderCapCreatedEvent')
      return {
        ...row,
        is_founding: true,
        network_object_id: event.payload.network,
        created_entry_id: event.id,
      };
    const known = { ...row, registry_object_id: event.payload.registry };
    switch (event.kind) {
      case 'LeaderCapIssuedEvent':
        return {
          ...known,
          leader_address: event.payload.leader,
          network_object_id: event.payload.network,
          issued_tx_digest: event.tx_digest,
          created_entry_id: event.id,
        };
      case 'LeaderClaimedEvent':
        return {
          ...known,
          claim_token: event.payload.claim_token,
          claimed_tx_digest: event.tx_digest,
        };
      case 'LeaderUpsertedEvent':
        return { ...known, status: snakeCase(event.payload.status.variant) };
      case 'LeaderStatusChangedEvent':
        return { ...known, status: snakeCase(event.payload.new_status.variant) };
      case 'StakeDepositedEvent':
        return {
          ...known,
          stake_pool_total: event.payload.pool_total,
          stake_total_shares: event.payload.total_shares,
        };
      case 'UnstakeClaimedEvent':
        return {
          ...known,
          stake_pool_total: minus(known.stake_pool_total, event.payload.amount),
          stake_total_shares: minus(known.stake_total_shares, event.payload.shares),
        };
      case 'StakeSlashedEvent':
        return { ...known, stake_pool_total: minus(known.stake_pool_total, event.payload.amount) };
      case 'UnstakeRequestedEvent':
      case 'LeaderSuspensionSkippedEvent':
        // These only show that the cap exists.
        return row.registry_object_id === event.payload.registry ? row : known;
    }
  },
});
