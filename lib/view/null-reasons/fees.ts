// Why a field of a movement of priority fees may be null.
import { priorityFeeEventKinds } from '@/lib/contract/payments';
import { CHAIN_TIME, ofKinds, type Reasons, type Row } from '@/lib/view/null-reasons';

const ofVault = (...having: string[]) => ofKinds(priorityFeeEventKinds, having);

/** Of movements of no leader and no execution. */
const OF_VAULT = 'not applicable: of the whole vault';

export const priorityFeeEventReasons = {
  kind: "this index doesn't record the kind of movement",
  execution_object_id: (row: Row) =>
    row['kind'] === 'deposit_created'
      ? 'the transaction has no execution, or several'
      : ofKinds(priorityFeeEventKinds, [], OF_VAULT)(row),
  onchain_created_at: CHAIN_TIME,
  vault_object_id: ofVault(...priorityFeeEventKinds),
  leader_cap_id: ofKinds(priorityFeeEventKinds, ['deposit_created', 'withdrawn'], OF_VAULT),
  amount: ofVault('deposit_created', 'shares_collected', 'withdrawn'),
  us_in: ofVault('swap'),
  us_refunded: ofVault('swap', 'withdrawn'),
  sui_out: ofVault('swap'),
} as const satisfies Reasons;
