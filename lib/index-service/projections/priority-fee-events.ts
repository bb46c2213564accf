// Events of the priority-fee vault (spec 4.4): one record per event.
// `amount` is the deposit, the collected shares or the US paid out.
import { recordProjection } from './projection';

const none = { leader_cap_id: null, amount: null, us_in: null, us_refunded: null, sui_out: null };

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
  evolve(_, event) {
    const vault_object_id = event.payload.vault;
    switch (event.kind) {
      case 'PriorityFeeDepositCreatedEvent': {
        const { leader_cap_id, amount } = event.payload;
        return { ...none, kind: 'deposit_created', vault_object_id, leader_cap_id, amount };
      }
      case 'PriorityFeeSwapEvent': {
        const { us_in, us_refunded, sui_out } = event.payload;
        return { ...none, kind: 'swap', vault_object_id, us_in, us_refunded, sui_out };
      }
      case 'PriorityFeeSharesCollectedEvent':
        return {
          ...none,
          kind: 'shares_collected',
          vault_object_id,
          amount: event.payload.total_share_delta,
        };
      case 'PriorityFeeWithdrawnEvent': {
        const { leader_cap_id, us_out: amount, us_refunded } = event.payload;
        return { ...none, kind: 'withdrawn', vault_object_id, leader_cap_id, amount, us_refunded };
      }
      case 'PriorityFeeVaultConfiguredEvent':
        return { ...none, kind: 'vault_configured', vault_object_id };
    }
  },
});
