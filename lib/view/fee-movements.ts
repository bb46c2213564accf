// What an event of the priority-fee vault moved (spec 4.4), in words and as signed amounts: negative leaves the vault.
// Invariant: the unit of `amount` follows from the kind; without a kind it has none.
import type { PriorityFeeEvent } from '@/lib/contract/payments';
import { amount as unstated, say, us, type Part } from './sentence-parts';
import { statusWords } from './status';

type Movement = Pick<PriorityFeeEvent, 'kind' | 'amount' | 'us_in' | 'us_refunded' | 'sui_out'>;

const outOf = (value: bigint | null) => (value === null ? null : -value);

export function suiMoved({ kind, amount, sui_out }: Movement): bigint | null {
  if (kind === 'deposit_created') return amount;
  return kind === 'swap' ? outOf(sui_out) : null;
}

export function usMoved({ kind, amount, us_in }: Movement): bigint | null {
  if (kind === 'withdrawn') return outOf(amount);
  return kind === 'swap' ? us_in : null;
}

/** `what` after an amount that is worth a mention. */
function aside(amount: bigint | null, what: string): Part[] {
  return amount === null || amount === 0n ? [] : say`, ${us(amount)} ${what}`;
}

/** In words, with what `suiMoved` and `usMoved` leave out. Null if the row states neither kind nor amount. */
export function feeMovement({ kind, amount, us_refunded }: Movement): Part[] | null {
  switch (kind) {
    case null:
      return amount === null ? null : say`Movement of ${unstated(amount)}`;
    case 'deposit_created':
      return say`Deposited for an execution`;
    case 'swap':
      return say`Swapped SUI for US${aside(us_refunded, 'returned')}`;
    case 'shares_collected':
      return amount === null
        ? say`Collected deposits into shares`
        : say`Collected deposits into ${amount} shares`;
    case 'withdrawn':
      return say`Withdrawn by its leader${aside(us_refunded, 'left in the vault')}`;
    case 'vault_configured':
      return say`Exchange rate set`;
    default:
      return say`${statusWords(kind)}`;
  }
}
