// Every read model. A new one is a file beside this one and a line here; its table is made, and filled from the log, at the next start.
import { dagElements } from './dag-elements';
import { dags } from './dags';
import { leaderRegistry } from './leader-registry';
import { leaders } from './leaders';
import type { Projection } from './projection';
import { stakeEvents } from './stake-events';
import { suspensionSkips } from './suspension-skips';
import { tools } from './tools';

export const allProjections: readonly Projection[] = [
  dags,
  dagElements,
  tools,
  leaders,
  stakeEvents,
  suspensionSkips,
  leaderRegistry,
];
