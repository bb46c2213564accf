// Event kinds: priority fees (spec 6.3).
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { shareChange } from './payload-fields';

export const priorityFeeKinds = {
  PriorityFeeDepositCreatedEvent: kind({
    vault: objectId,
    deposit_id: objectId,
    leader_cap_id: objectId,
    amount: u64,
  }),
  PriorityFeeSharesCollectedEvent: kind({
    vault: objectId,
    deposit_count: u64,
    changes: z.array(shareChange),
    total_share_delta: u64,
  }),
  PriorityFeeSwapEvent: kind({
    vault: objectId,
    us_in: u64,
    us_refunded: u64,
    sui_out: u64,
  }),
  PriorityFeeWithdrawnEvent: kind({
    vault: objectId,
    leader_cap_id: objectId,
    share_to_withdraw: u64,
    us_out: u64,
    us_refunded: u64,
  }),
  PriorityFeeVaultConfiguredEvent: kind({
    vault: objectId,
    exchange_rate_million_mists_us: u64,
  }),
};
