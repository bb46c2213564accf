// Which events change the network itself, rather than run on it: its tools, DAGs, agents, leaders, stakes, keys and tasks.
import { familyOf, type Family } from '@/lib/contract/event-kinds/catalogue';

/** All kinds of these families; of tasks only what happens to the task, not its occurrences. */
const CHANGING: ReadonlySet<Family | undefined> = new Set<Family>([
  'tool',
  'dag',
  'agent',
  'leader',
  'staking',
  'key-management',
]);

export function isChange(kind: string): boolean {
  return CHANGING.has(familyOf(kind)) || (familyOf(kind) === 'scheduler' && kind.startsWith('Task'));
}

export interface FamilyChanges {
  family: Family;
  kinds: { kind: string; count: number }[];
}

/** The changes among events counted by kind, the families and kinds with most first. */
export function changesByFamily(groups: readonly { group: string | null; count: number }[]): FamilyChanges[] {
  const families = new Map<Family, FamilyChanges['kinds']>();
  for (const { group, count } of [...groups].sort((a, b) => b.count - a.count)) {
    const family = familyOf(group ?? '');
    if (group === null || family === undefined || !isChange(group)) continue;
    families.set(family, [...(families.get(family) ?? []), { kind: group, count }]);
  }
  return [...families].map(([family, kinds]) => ({ family, kinds }));
}
