// Sentences of the priority-fee family.
import type { priorityFeeKinds } from '@/lib/contract/event-kinds/payment';
import { leader, object, say, sui, us } from './part';
import type { Sentences } from './sentences';

export const priorityFeeSentences: Sentences<keyof typeof priorityFeeKinds> = {
  PriorityFeeDepositCreatedEvent: (it) =>
    say`priority fee of ${sui(it.amount)} put aside for ${leader(it.leader_cap_id)}`,
  PriorityFeeSharesCollectedEvent: (it) =>
    say`${it.deposit_count} priority fee deposits collected into ${it.total_share_delta} shares of ${it.changes.length.toString()} leaders`,
  PriorityFeeSwapEvent: (it) =>
    it.us_refunded === 0n
      ? say`${sui(it.sui_out)} of priority fees swapped for ${us(it.us_in)}`
      : say`${sui(it.sui_out)} of priority fees swapped for ${us(it.us_in)}, ${us(it.us_refunded)} given back`,
  PriorityFeeWithdrawnEvent: (it) =>
    say`leader ${leader(it.leader_cap_id)} withdrew ${us(it.us_out)} of priority fees for ${it.share_to_withdraw} shares`,
  PriorityFeeVaultConfiguredEvent: (it) =>
    say`priority fee vault ${object(it.vault)} swaps a million MIST for ${us(it.exchange_rate_million_mists_us)}`,
};
