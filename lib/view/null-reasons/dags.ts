// Why a field of a DAG may be null.
import { CHAIN_TIME, NOT_PROVIDED, NO_DESCRIPTION, type Reasons } from '@/lib/view/null-reasons';

export const dagReasons = {
  vertices: NOT_PROVIDED,
  edges: NOT_PROVIDED,
  loops: NOT_PROVIDED,
  tools: NOT_PROVIDED,
  last_run_at: 'no execution has been indexed, or this index does not record it',
  skill_description: NO_DESCRIPTION,
  finalized_at: 'not yet: being built, no finalizing event has been indexed',
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const dagStructureReasons = {
  finalized_at: 'still being built: the structure is a snapshot and may lack elements',
} as const satisfies Reasons;
