// The priority-fee vault (spec 11.4): collects deposits twice a day, swaps SUI for US and pays leaders.
// Invariant: a collection names exactly the deposits since the previous one; shares are 1:1 with MIST.
import { HOUR } from './skills';
import type { World } from './ids';
import { event, type Happening, type Transaction } from './transaction';

/** Between two collections. */
export const VAULT_ROUND = 12 * HOUR;
/** US base units for a million MIST. */
const RATE = 38_400_000n;

/** The stream with the vault's own transactions put in where they fall due. */
export function* withVault(transactions: Iterable<Transaction>, world: World): Generator<Transaction> {
  const vault = world.id('priority-fee-vault');
  const keeper = world.id('wallet/keeper');
  let due: number | null = null;
  let round = 0;
  let deposits: { leader: string; amount: bigint }[] = [];
  const put = (at: number, step: string, contents: Happening[], sender = keeper): Transaction => ({
    at,
    sender,
    digest: world.digest(`vault/${round}/${step}`),
    contents,
  });
  for (const transaction of transactions) {
    if (due === null) {
      due = transaction.at + VAULT_ROUND;
      yield put(transaction.at, 'configured', [
        event('PriorityFeeVaultConfigured', { vault, exchange_rate_million_mists_us: RATE }),
      ]);
    }
    while (transaction.at >= due) {
      if (deposits.length > 0) yield* collection(due);
      due += VAULT_ROUND;
      round += 1;
    }
    for (const content of transaction.contents)
      if ('kind' in content && content.kind === 'PriorityFeeDepositCreatedEvent') {
        const { leader_cap_id, amount } = content.payload as { leader_cap_id: string; amount: bigint };
        deposits.push({ leader: leader_cap_id, amount });
      }
    yield transaction;
  }

  function* collection(at: number): Generator<Transaction> {
    const shares = new Map<string, bigint>();
    for (const { leader, amount } of deposits) shares.set(leader, (shares.get(leader) ?? 0n) + amount);
    const total = deposits.reduce((sum, { amount }) => sum + amount, 0n);
    yield put(at, 'collect', [
      event('PriorityFeeSharesCollected', {
        vault,
        deposit_count: deposits.length,
        changes: [...shares].map(([leader_cap_id, share_delta]) => ({ leader_cap_id, share_delta })),
        total_share_delta: total,
      }),
    ]);
    const us_in = (total * RATE) / 1_000_000n;
    yield put(at, 'swap', [event('PriorityFeeSwap', { vault, us_in, us_refunded: 0n, sui_out: total })]);
    const [first] = shares;
    if (first !== undefined && round % 2 === 1)
      yield put(at, 'withdraw', [
        event('PriorityFeeWithdrawn', {
          vault,
          leader_cap_id: first[0],
          share_to_withdraw: first[1],
          us_out: (first[1] * RATE) / 1_000_000n,
          us_refunded: 0n,
        }),
      ]);
    deposits = [];
  }
}
