// Leaders and their stake over time (spec 11.7): registration, claims, suspension, slashing, deposits and withdrawals.
// Invariant: pool and shares are exact after every event. Amounts are US base units, some beyond 2^53.
import { timeOf, type Age } from './age';
import type { Episode } from './timeline';
import { DAY, event, HOUR, transaction, type ChainEvent, type Transaction } from './transaction';
import type { Random, World } from './world';

interface LeaderDesign {
  name: string;
  founding?: true;
  /** The hour it joins (age.ts). */
  joins: number;
  /** First deposit, in whole US. */
  stake: bigint;
  /** The hour when it was suspended or slashed: from then on it gets no requests and no stake. */
  leaves?: number;
}

const SUSPENDED = 9 * 24 + 5;
const SLASHED = 11 * 24 + 2;

const LEADERS: readonly LeaderDesign[] = [
  { name: 'keel', founding: true, joins: 1, stake: 1_200_000n },
  { name: 'anchor', founding: true, joins: 1.2, stake: 900_000n },
  { name: 'northlight', joins: 2, stake: 2_400_000n },
  { name: 'harbour-nine', joins: 2.6, stake: 1_750_000n },
  { name: 'sable', joins: 3.1, stake: 640_000n, leaves: SUSPENDED },
  { name: 'fjordline', joins: 4.4, stake: 3_100_000n },
  { name: 'quarry', joins: 26, stake: 410_000n, leaves: SLASHED },
  { name: 'saltmarsh', joins: 74, stake: 1_050_000n },
  { name: 'meridian-two', joins: 146, stake: 780_000n },
];

export interface Leader {
  cap: string;
  wallet: string;
}

const leaderOf = (world: World, name: string): Leader => ({
  cap: world.id(`leader/${name}`),
  wallet: world.id(`wallet/leader/${name}`),
});

/** Names the two leaders of a request at a time. */
export type LeaderRanking = (at: number, random: Random) => readonly [Leader, Leader];

/** Two different leaders, drawn by stake among those that are active at that time. */
export function rankLeaders(world: World, age: Age): LeaderRanking {
  return (at, random) => {
    const eligible = LEADERS.filter(
      ({ joins, leaves = Infinity }) => at > timeOf(age, joins) + HOUR && at < timeOf(age, leaves),
    );
    const draw = (leaders: readonly LeaderDesign[]) => random.weighted(leaders, ({ stake }) => Number(stake));
    const first = draw(eligible);
    const second = draw(eligible.filter((leader) => leader !== first));
    return [leaderOf(world, first.name), leaderOf(world, second.name)];
  };
}

/** A pickup task for the leaders of a request, who have `window_ms` for it. */
export function distribution(task_id: string, leaders: readonly Leader[], at: number, window_ms: number) {
  return {
    deadline_ms: at + window_ms,
    requested_at_ms: at,
    task_id,
    leaders: leaders.map(({ cap }) => cap),
  };
}

const US = 1_000_000_000n;
const STAKERS = 14;
/** The pool of one leader ends on this figure: one more than a double can hold exactly. */
const EXACT_POOL = 9_007_199_254_740_993n;
const EXACT_LEADER = 'northlight';

export function leaderEpisode(world: World, age: Age): Episode {
  const random = world.random('leaders');
  const registry = world.id('registry/leader');
  const network = world.id('network');
  const admin = world.id('wallet/admin');
  const stakerOf = (number: number) => world.id(`wallet/staker/${number}`);
  const walletOf = (name: string) => leaderOf(world, name).wallet;
  const subject = (name: string) => ({ registry, leader_cap_id: leaderOf(world, name).cap });
  const pools = new Map(LEADERS.map(({ name }) => [name, { total: 0n, shares: 0n }]));
  const poolOf = (name: string) => {
    const pool = pools.get(name);
    if (pool === undefined) throw new Error(`no leader ${name} in the simulated network`);
    return pool;
  };
  const deposit = (name: string, staker: string, amount: bigint, at: number) => {
    const pool = poolOf(name);
    const minted_shares = pool.shares === 0n ? amount : (amount * pool.shares) / pool.total;
    pool.total += amount;
    pool.shares += minted_shares;
    return event('StakeDeposited', {
      ...subject(name),
      staker,
      amount,
      minted_shares,
      total_shares: pool.shares,
      pool_total: pool.total,
      at_ms: at,
    });
  };
  const unstake = (name: string, staker: string, shares: bigint, at: number) =>
    event('UnstakeRequested', { ...subject(name), staker, shares, unlock_at_ms: at + 3 * DAY });
  const status = (name: string, from: string, to: string) =>
    event('LeaderStatusChanged', {
      ...subject(name),
      old_status: { variant: from },
      new_status: { variant: to },
    });

  /** Contents are made when their time comes: amounts depend on what happened before. */
  const plan: { at: number; act: () => Transaction }[] = [];
  const put = (hour: number, sender: string, name: string, contents: (at: number) => ChainEvent[]) => {
    const at = timeOf(age, hour);
    plan.push({ at, act: () => transaction(world, at, sender, `leaders/${name}`, contents(at)) });
  };

  put(0, admin, 'registry', () => [
    event('LeaderRegistryCreated', { registry }),
    event('MinStakeUsUpdated', { registry, min_stake_us: 250_000n * US }),
    event('MaxTransactionBudgetUpdated', { registry, max_transaction_budget: 500_000_000 }),
    event('UnbondingDurationUpdated', { registry, unbonding_duration_ms: 3 * DAY }),
  ]);
  for (const { name, founding, joins, stake } of LEADERS) {
    const { cap, wallet } = leaderOf(world, name);
    if (founding)
      put(joins - 0.5, admin, `founding/${name}`, () => [
        event('FoundingLeaderCapCreated', { leader_cap: cap, network }),
      ]);
    put(joins, wallet, `register/${name}`, (at) => [
      ...(founding ? [] : [event('LeaderCapIssued', { ...subject(name), network, leader: wallet })]),
      event('LeaderUpserted', { ...subject(name), status: { variant: 'Suspended' } }),
      deposit(name, wallet, stake * US, at),
    ]);
    put(joins + 0.3, wallet, `claim/${name}`, () => [
      status(name, 'Suspended', 'Active'),
      event('LeaderClaimed', { ...subject(name), claim_token: world.digest(`leaders/claim/${name}`) }),
    ]);
    for (let count = 0; count < 5; count++) {
      const staker = stakerOf(random.int(1, STAKERS));
      const amount = BigInt(random.int(2_000, 90_000)) * US + BigInt(random.int(0, 999_999_999));
      put(joins + 20 + random.int(0, 230), staker, `deposit/${name}/${count}`, (at) => [
        deposit(name, staker, amount, at),
      ]);
    }
  }
  put(5 * 24 + 6, stakerOf(3), 'request', (at) => {
    const { total, shares } = poolOf('fjordline');
    return [unstake('fjordline', stakerOf(3), (40_000n * US * shares + total - 1n) / total, at)];
  });
  put(8 * 24 + 9, stakerOf(3), 'withdraw', (at) => {
    const pool = poolOf('fjordline');
    const shares = 40_000n * US;
    const amount = (pool.total * shares) / pool.shares;
    pool.total -= amount;
    pool.shares -= shares;
    return [
      event('UnstakeClaimed', { ...subject('fjordline'), staker: stakerOf(3), shares, amount, at_ms: at }),
    ];
  });
  put(12 * 24 + 3, stakerOf(9), 'request-open', (at) => [
    unstake('saltmarsh', stakerOf(9), 15_000n * US, at),
  ]);
  put(7 * 24 + 1, walletOf('harbour-nine'), 'skip', () => [
    event('LeaderSuspensionSkipped', {
      ...subject('harbour-nine'),
      attempted: world.digest('leaders/claim/lost'),
      owner: world.digest('leaders/claim/harbour-nine'),
    }),
  ]);
  put(SUSPENDED, walletOf('sable'), 'suspend', () => [status('sable', 'Active', 'Suspended')]);
  put(10 * 24, admin, 'policy', () => [
    event('MinStakeUsUpdated', { registry, min_stake_us: 300_000n * US }),
  ]);
  put(SLASHED, admin, 'slash', (at) => {
    const pool = poolOf('quarry');
    const amount = pool.total / 5n;
    pool.total -= amount;
    return [
      event('StakeSlashed', { ...subject('quarry'), amount, at_ms: at }),
      status('quarry', 'Active', 'Slashed'),
    ];
  });
  put(13 * 24 + 1, walletOf(EXACT_LEADER), 'exact', (at) => [
    deposit(EXACT_LEADER, walletOf(EXACT_LEADER), EXACT_POOL - poolOf(EXACT_LEADER).total, at),
  ]);
  plan.sort((a, b) => a.at - b.at);
  const active = LEADERS.filter(({ leaves }) => leaves === undefined);
  return {
    starts_at: age.founded,
    *transactions() {
      for (const { act } of plan) yield act();
      // Beyond the scripted two weeks, stakers continue.
      let at = (plan.at(-1)?.at ?? age.busy) + 9 * HOUR;
      for (let count = 0; ; count++) {
        const { name } = random.pick(active);
        const staker = stakerOf(random.int(1, STAKERS));
        const amount = BigInt(random.int(500, 40_000)) * US;
        yield transaction(world, at, staker, `leaders/later/${count}`, [deposit(name, staker, amount, at)]);
        at += random.int(4, 13) * HOUR;
      }
    },
  };
}
