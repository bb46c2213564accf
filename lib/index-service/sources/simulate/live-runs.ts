// The live part of the network: one run per time slot.
// Invariant: a run depends on the seed and its slot only, so the sessions alone determine which runs exist.
import { buildDag } from './dag-building';
import { DRAFT } from './dag-designs/catalogue';
import { LONGEST_RUN, taskInput, type Network } from './network';
import { skills } from './skills';
import { singleRun } from './task-episodes';
import type { TaskInput } from './tasks';
import { episodeOf, type Episode } from './timeline';

/** A stretch of wall-clock time in which the network is busy because someone watches: between two starts of the process. */
export interface LiveSession {
  from: number;
  /** Absent for the session that is going on. */
  until?: number;
}

/** Someone builds a copy of a DAG by hand, sitting after sitting, while others watch it grow. */
function handBuilt({ world, designs }: Network, { name, design, at }: TaskInput): Episode {
  const random = world.random(`${name}/building`);
  const copy = designs.get(random.pick([DRAFT, design.key])) ?? design;
  const creator = world.id(`wallet/customer/${random.int(1, 23)}`);
  const sittings = random.int(3, 6);
  return episodeOf(
    buildDag({
      world,
      design: copy,
      name: `${name}/dag`,
      creator,
      at,
      sittings,
      rest_ms: random.int(15, 80) * 1_000,
    }),
  );
}

/** The runs of the live part: one a slot, each a function of the seed and the slot's start. */
export function* liveRuns(
  network: Network,
  slot: number,
  after: number,
  sessions: readonly LiveSession[],
): Generator<Episode> {
  for (const { from, until = Infinity } of sessions) {
    const first = Math.ceil(Math.max(from, after - LONGEST_RUN) / slot) * slot;
    for (let at = first; at < until; at += slot) {
      const name = `live/${at}`;
      const random = network.world.random(`${name}/choice`);
      const skill = random.weighted(skills, ({ weight }) => weight);
      const starts_at = at + random.int(0, Math.floor(slot / 2));
      const input = taskInput(network, skill, name, starts_at);
      if (input === null) continue;
      yield random.chance(0.03) ? handBuilt(network, input) : singleRun(input);
    }
  }
}
