// Leaders (spec 11.7): founding and issued caps, and which are eligible when a request needs two of them.
import { HOUR } from './skills';
import type { World } from './ids';
import type { Random } from './random';
import type { Leader } from './run-state';

interface LeaderDesign {
  name: string;
  founding?: boolean;
  /** Hours after the start. */
  joins: number;
  /** First deposit, in whole US. */
  stake: bigint;
  suspended?: number;
  slashed?: number;
}

export const LEADERS: readonly LeaderDesign[] = [
  { name: 'keel', founding: true, joins: 1, stake: 1_200_000n },
  { name: 'anchor', founding: true, joins: 1.2, stake: 900_000n },
  { name: 'northlight', joins: 2, stake: 2_400_000n },
  { name: 'harbour-nine', joins: 2.6, stake: 1_750_000n },
  { name: 'sable', joins: 3.1, stake: 640_000n, suspended: 9 * 24 + 5 },
  { name: 'fjordline', joins: 4.4, stake: 3_100_000n },
  { name: 'quarry', joins: 26, stake: 410_000n, slashed: 11 * 24 + 2 },
  { name: 'saltmarsh', joins: 74, stake: 1_050_000n },
  { name: 'meridian-two', joins: 146, stake: 780_000n },
];

export const leaderOf = (world: World, name: string): Leader => ({
  cap: world.id(`leader/${name}`),
  wallet: world.id(`wallet/leader/${name}`),
});

/** Two different leaders, drawn by stake among those that are active at that time. */
export function rankLeaders(world: World, start: number) {
  return (at: number, random: Random): readonly [Leader, Leader] => {
    const hours = (at - start) / HOUR;
    const eligible = LEADERS.filter(
      ({ joins, suspended = Infinity, slashed = Infinity }) =>
        hours > joins + 1 && hours < suspended && hours < slashed,
    );
    const weight = ({ stake }: LeaderDesign) => Number(stake);
    const first = random.weighted(eligible, weight);
    const second = random.weighted(
      eligible.filter((one) => one !== first),
      weight,
    );
    return [leaderOf(world, first.name), leaderOf(world, second.name)];
  };
}
