// Leaders and their stake over time (spec 11.7): registration, claims, suspension, slashing, deposits and withdrawals.
// Invariant: pool and shares are exact after every event. Amounts are US base units, some beyond 2^53.
import type { World } from './ids';
import { leaderOf, LEADERS } from './leaders';
import { DAY, HOUR } from './skills';
import type { Episode } from './timeline';
import { event, type Happening, type Transaction } from './transaction';

const US = 1_000_000_000n;
/** The pool of one leader ends on this figure: one more than a double can hold exactly. */
const EXACT_POOL = 9_007_199_254_740_993n;
const EXACT_LEADER = 'northlight';

interface Pool {
  total: bigint;
  shares: bigint;
}

export function leaderEpisode(world: World, start: number): Episode {
  const random = world.random('leaders');
  const registry = world.id('registry/leader');
  const network = world.id('network');
  const admin = world.id('wallet/admin');
  const pools = new Map<string, Pool>();
  const plan: { at: number; act: (at: number) => Transaction }[] = [];
  const put = (
    hour: number,
    sender: string,
    name: string,
    contents: (at: number, digest: string) => Happening[],
  ) => {
    const digest = world.digest(`leaders/${name}`);
    plan.push({
      at: start + Math.round(hour * HOUR),
      act: (at) => ({ at, sender, digest, contents: contents(at, digest) }),
    });
  };
  const poolOf = (name: string): Pool => {
    const pool = pools.get(name) ?? { total: 0n, shares: 0n };
    pools.set(name, pool);
    return pool;
  };
  const subject = (name: string) => ({ registry, leader_cap_id: leaderOf(world, name).cap });
  const deposit = (name: string, staker: string, amount: bigint, at: number) => {
    const pool = poolOf(name);
    const minted = pool.shares === 0n ? amount : (amount * pool.shares) / pool.total;
    pool.total += amount;
    pool.shares += minted;
    return event('StakeDeposited', {
      ...subject(name),
      staker,
      amount,
      minted_shares: minted,
      total_shares: pool.shares,
      pool_total: pool.total,
      at_ms: at,
    });
  };
  const state = (variant: string) => ({ variant });

  put(0, admin, 'registry', () => [
    event('LeaderRegistryCreated', { registry }),
    event('MinStakeUsUpdated', { registry, min_stake_us: 250_000n * US }),
    event('MaxTransactionBudgetUpdated', { registry, max_transaction_budget: 500_000_000 }),
    event('UnbondingDurationUpdated', { registry, unbonding_duration_ms: 3 * DAY }),
  ]);
  for (const { name, founding, joins, stake } of LEADERS) {
    const { cap, wallet } = leaderOf(world, name);
    if (founding === true)
      put(joins - 0.5, admin, `founding/${name}`, () => [
        event('FoundingLeaderCapCreated', { leader_cap: cap, network }),
      ]);
    put(joins, wallet, `register/${name}`, (at) => [
      ...(founding === true ? [] : [event('LeaderCapIssued', { ...subject(name), network, leader: wallet })]),
      event('LeaderUpserted', { ...subject(name), status: state('Suspended') }),
      deposit(name, wallet, stake * US, at),
    ]);
    put(joins + 0.3, wallet, `claim/${name}`, (_, digest) => [
      event('LeaderStatusChanged', {
        ...subject(name),
        old_status: state('Suspended'),
        new_status: state('Active'),
      }),
      event('LeaderClaimed', { ...subject(name), claim_token: digest }),
    ]);
    for (let count = 0; count < 5; count++) {
      const staker = world.id(`wallet/staker/${random.int(1, 14)}`);
      const amount = BigInt(random.int(2_000, 90_000)) * US + BigInt(random.int(0, 999_999_999));
      put(joins + 20 + random.int(0, 230), staker, `deposit/${name}/${count}`, (at) => [
        deposit(name, staker, amount, at),
      ]);
    }
  }
  const staker = world.id('wallet/staker/3');
  put(5 * 24 + 6, staker, 'request', (at) => {
    const pool = poolOf('fjordline');
    const shares = (40_000n * US * pool.shares + pool.total - 1n) / pool.total;
    return [
      event('UnstakeRequested', { ...subject('fjordline'), staker, shares, unlock_at_ms: at + 3 * DAY }),
    ];
  });
  put(8 * 24 + 9, staker, 'withdraw', (at) => {
    const pool = poolOf('fjordline');
    const shares = 40_000n * US;
    const amount = (pool.total * shares) / pool.shares;
    pool.total -= amount;
    pool.shares -= shares;
    return [event('UnstakeClaimed', { ...subject('fjordline'), staker, shares, amount, at_ms: at })];
  });
  put(12 * 24 + 3, world.id('wallet/staker/9'), 'request-open', (at) => [
    event('UnstakeRequested', {
      ...subject('saltmarsh'),
      staker: world.id('wallet/staker/9'),
      shares: 15_000n * US,
      unlock_at_ms: at + 3 * DAY,
    }),
  ]);
  put(7 * 24 + 1, leaderOf(world, 'harbour-nine').wallet, 'skip', () => [
    event('LeaderSuspensionSkipped', {
      ...subject('harbour-nine'),
      attempted: world.digest('leaders/claim/lost'),
      owner: world.digest('leaders/claim/harbour-nine'),
    }),
  ]);
  put(9 * 24 + 5, leaderOf(world, 'sable').wallet, 'suspend', () => [
    event('LeaderStatusChanged', {
      ...subject('sable'),
      old_status: state('Active'),
      new_status: state('Suspended'),
    }),
  ]);
  put(10 * 24, admin, 'policy', () => [
    event('MinStakeUsUpdated', { registry, min_stake_us: 300_000n * US }),
  ]);
  put(11 * 24 + 2, admin, 'slash', (at) => {
    const pool = poolOf('quarry');
    const amount = pool.total / 5n;
    pool.total -= amount;
    return [
      event('StakeSlashed', { ...subject('quarry'), amount, at_ms: at }),
      event('LeaderStatusChanged', {
        ...subject('quarry'),
        old_status: state('Active'),
        new_status: state('Slashed'),
      }),
    ];
  });
  put(13 * 24 + 1, leaderOf(world, EXACT_LEADER).wallet, 'exact', (at) => [
    deposit(EXACT_LEADER, leaderOf(world, EXACT_LEADER).wallet, EXACT_POOL - poolOf(EXACT_LEADER).total, at),
  ]);
  plan.sort((a, b) => a.at - b.at);
  const active = LEADERS.filter(({ suspended, slashed }) => suspended === undefined && slashed === undefined);
  return {
    starts_at: start,
    *transactions() {
      for (const { at, act } of plan) yield act(at);
      // After the two weeks that are told above, stakers go on staking.
      for (
        let count = 0, at = (plan.at(-1)?.at ?? start) + 9 * HOUR;
        ;
        count++, at += random.int(4, 13) * HOUR
      ) {
        const { name } = random.pick(active);
        const staker = world.id(`wallet/staker/${random.int(1, 14)}`);
        const amount = BigInt(random.int(500, 40_000)) * US;
        const digest = world.digest(`leaders/later/${count}`);
        yield { at, sender: staker, digest, contents: [deposit(name, staker, amount, at)] };
      }
    },
  };
}
