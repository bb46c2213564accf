// Which DAG a skill's binding names (spec 2.4, 2.5). The fields of a binding are not shown by the contract: what does not read as one of the two known
// shapes names no DAG, and is never guessed at.
import { dagBinding } from './event-kinds/payload-fields';

/** The id of the DAG; `at run time` when each task chooses its own; null when the binding cannot be read. */
export function boundDag(binding: unknown): { dag: string } | 'at run time' | null {
  const { data } = dagBinding.safeParse(binding);
  if (!data) return null;
  return data.variant === 'Pinned' ? { dag: data.dag_id } : 'at run time';
}
