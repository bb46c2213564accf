// Whether a DAG is finished. Null means still being built; a time that the index leaves out means nothing.
import { absentFields } from '@/lib/contract/read-answer';

export function buildState(dag: { finalized_at: string | null }): 'building' | 'finalized' | null {
  if (dag.finalized_at !== null) return 'finalized';
  return 'finalized_at' in absentFields(dag) ? null : 'building';
}
