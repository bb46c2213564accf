// Events of the priority-fee vault (spec 4.4): one record per event.
// `amount` is the deposit, the collected shares or the US paid out.
import { recordProjection } from './projection';

export const priorityFeeEvents = recordProjection({
  table: 'priority_fee_events',
  columns: {
    kind: 'text',
    vault_object_id: 'text',
    leader_cap_id: 'text?',
    amount: 'whole?',
    us_in: 'whole?',
    us_refunded: 'whole?',
    sui_out: 'whole?',
  },
  indexes: [],
  counts: { shown: [], by: [] },
  kinds: [
    'PriorityFeeDepositCreatedEvent',
    'PriorityFeeSwapEvent',
    'PriorityFeeSharesCollectedEvent',
    'PriorityFeeWithdrawnEvent',
    'PriorityFeeVaultConfiguredEvent',
  ],
  evolve(event) {
    const vault_object_id = event.payload.vault;
    switch (event.kind) {
      case 'PriorityFeeDepositCreatedEvent': {
        const { leader_cap_id, amount } = event.payload;
        return { kind: 'deposit_created', vault_object_id, leader_cap_id, amount };
      }
      case 'PriorityFeeSwapEvent': {
        const { us_in, us_refunded, sui_out } = event.payload;
        return { kind: 'swap', vault_object_id, us_in, us_refunded, sui_out };
      }
      case 'PriorityFeeSharesCollectedEvent':
        return {
          kind: 'shares_collected',
          vault_object_id,
          amount: event.payload.total_share_delta,
        };
      case 'PriorityFeeWithdrawnEvent': {
        const { leader_cap_id, us_out: amount, us_refunded } = event.payload;
        return { kind: 'withdrawn', vault_object_id, leader_cap_id, amount, us_refunded };
      }
      case 'PriorityFeeVaultConfiguredEvent':
        return { kind: 'vault_configured', vault_object_id };
    }
  },
});
