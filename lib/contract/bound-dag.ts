// Which DAG a skill's binding names (spec 2.4). An unknown shape names none and is not guessed.
import { dagBinding } from './event-kinds/payload-fields';

/** The id of the DAG; `at run time` when each task chooses its own; null when the binding cannot be read. */
export function boundDag(binding: unknown): { dag: string } | 'at run time' | null {
  const { data } = dagBinding.safeParse(binding);
  if (!data) return null;
  return data.variant === 'Pinned' ? { dag: data.dag_id } : 'at run time';
}
