// Why a field of a leader, or of what happened to one, may be null.
import { stakeEventKinds } from '@/lib/contract/leaders';
import {
  CHAIN_TIME,
  MISSING,
  NOT_RECORDED,
  ofKinds,
  type Reason,
  type Reasons,
  type Row,
} from '@/lib/view/null-reasons';

const ofStake = (...having: string[]) => ofKinds(stakeEventKinds, having);

const OF_DEPOSITS = ofKinds(stakeEventKinds, ['deposited'], 'reported by deposits only');

/** Of what only the event that issues a cap names. */
const OF_CAP_ISSUED: Reason = ({ is_founding }) =>
  is_founding === true
    ? 'not applicable: a founding cap is not issued by an event'
    : 'the cap-issued event has not been indexed';

export const leaderReasons = {
  leader_address: OF_CAP_ISSUED,
  // A founding cap is known by the event that creates it, which names the network.
  network_object_id: ({ is_founding }: Row) =>
    is_founding === true ? NOT_RECORDED : 'no event that names the network has been indexed',
  registry_object_id: 'not seen in any indexed event',
  status: 'no status event has been indexed yet',
  claim_token: 'no claim of the active state has been indexed',
  claimed_tx_digest: 'no claim of the active state has been indexed',
  issued_tx_digest: OF_CAP_ISSUED,
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const stakeEventReasons = {
  staker: ofStake('deposited', 'unstake_requested', 'unstake_claimed'),
  amount: ofStake('deposited', 'unstake_claimed', 'slashed'),
  shares: ofStake('deposited', 'unstake_requested', 'unstake_claimed'),
  total_shares: OF_DEPOSITS,
  pool_total: OF_DEPOSITS,
  unlock_at: ofStake('unstake_requested'),
  at: ofStake('deposited', 'unstake_claimed', 'slashed'),
} as const satisfies Reasons;

export const suspensionSkipReasons = {
  registry_object_id: MISSING,
  attempted_claim_token: MISSING,
  owner_claim_token: MISSING,
} as const satisfies Reasons;

export const leaderRegistryReasons = {
  min_stake_us: 'no update of the minimum stake has been indexed',
  max_transaction_budget: 'no update of the maximum budget has been indexed',
  unbonding_duration_ms: 'no update of the unbonding time has been indexed',
} as const satisfies Reasons;
