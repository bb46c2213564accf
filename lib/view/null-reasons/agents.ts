// Why a field of an agent or skill may be null.
import { CHAIN_TIME, type Reasons } from '@/lib/view/null-reasons';

export const agentReasons = {
  vault_object_id: 'the agent-created event has not been indexed',
  creator: 'the agent-created event has not been indexed',
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const skillReasons = {
  active: 'not read from chain yet',
  description: 'not read from chain yet',
  dag_object_id: 'not applicable: the DAG is chosen at run time',
  requirements: 'no contract revision of the skill has been indexed',
  record_refreshed_at: 'not read from chain yet',
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;

export const skillRevisionReasons = {
  requirements: 'the registration event does not include them',
} as const satisfies Reasons;
