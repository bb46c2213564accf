// Every DAG design by key. `berth-planning` is still being built when history ends.
import type { World } from '@/lib/index-service/sources/simulate/ids';
import { dagOf, type DagDesign } from './dag-design';
import { documentDags } from './documents';
import { marketDags } from './markets';
import { operationDags } from './operations';

export const DRAFT = 'berth-planning';

export function dagDesigns(world: World): ReadonlyMap<string, DagDesign> {
  return new Map(
    [...marketDags, ...documentDags, ...operationDags].map((words) => [words.key, dagOf(world, words)]),
  );
}
