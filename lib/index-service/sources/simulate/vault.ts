// The priority-fee vault (spec 11.4): collects deposits twice a day, swaps SUI for US and pays leaders.
// Invariant: a collection names exactly the deposits since the previous one; shares are 1:1 with MIST.
import { event, HOUR, transaction, type ChainEvent, type Transaction } from './transaction';
import type { World } from './world';

/** Between two collections. */
export const VAULT_ROUND = 12 * HOUR;
/** US base units for a million MIST. */
const RATE = 38_400_000n;
const inUs = (mist: bigint) => (mist * RATE) / 1_000_000n;

/** The stream with the vault's own transactions inserted when each round is over. */
export function* withVault(transactions: Iterable<Transaction>, world: World): Generator<Transaction> {
  const vault = world.id('priority-fee-vault');
  let nextRound: number | null = null;
  let round = 0;
  /** Deposited since the last collection. */
  let count = 0;
  const shares = new Map<string, bigint>();
  const put = (at: number, step: string, content: ChainEvent) =>
    transaction(world, at, world.id('wallet/keeper'), `vault/${round}/${step}`, [content]);
  for (const passing of transactions) {
    if (nextRound === null) {
      nextRound = passing.at + VAULT_ROUND;
      yield put(
        passing.at,
        'configured',
        event('PriorityFeeVaultConfigured', { vault, exchange_rate_million_mists_us: RATE }),
      );
    }
    while (passing.at >= nextRound) {
      if (count > 0) yield* collection(nextRound);
      nextRound += VAULT_ROUND;
      round += 1;
    }
    for (const content of passing.contents)
      if ('kind' in content && content.kind === 'PriorityFeeDepositCreatedEvent') {
        const { leader_cap_id, amount } = content.payload as { leader_cap_id: string; amount: bigint };
        shares.set(leader_cap_id, (shares.get(leader_cap_id) ?? 0n) + amount);
        count += 1;
      }
    yield passing;
  }

  function* collection(at: number): Generator<Transaction> {
    const changes = [...shares].map(([leader_cap_id, share_delta]) => ({ leader_cap_id, share_delta }));
    const total = changes.reduce((sum, { share_delta }) => sum + share_delta, 0n);
    yield put(
      at,
      'collect',
      event('PriorityFeeSharesCollected', { vault, deposit_count: count, changes, total_share_delta: total }),
    );
    yield put(
      at,
      'swap',
      event('PriorityFeeSwap', { vault, us_in: inUs(total), us_refunded: 0n, sui_out: total }),
    );
    const [first] = changes;
    if (first !== undefined && round % 2 === 1)
      yield put(
        at,
        'withdraw',
        event('PriorityFeeWithdrawn', {
          vault,
          leader_cap_id: first.leader_cap_id,
          share_to_withdraw: first.share_delta,
          us_out: inUs(first.share_delta),
          us_refunded: 0n,
        }),
      );
    shares.clear();
    count = 0;
  }
}
