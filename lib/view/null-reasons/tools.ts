// Why a field of a tool may be null.
import { CHAIN_TIME, NOT_PROVIDED, type Reasons, type Row } from '@/lib/view/null-reasons';

export const toolReasons = {
  unregistered_at: ({ is_registered }: Row) =>
    is_registered === false
      ? 'the tool is no longer registered, but since when was not recorded'
      : 'not applicable: the tool is registered',
  registry_object_id: 'not seen in any indexed event',
  creator: 'its first registration has not been indexed',
  verified: 'not read from chain yet; does not mean false',
  lock_duration_ms: 'not read from chain yet',
  vault_balance_us: 'not read from chain yet',
  workflow_authorization_cap_first: 'not read from chain yet; does not mean false',
  dags: NOT_PROVIDED,
  onchain_created_at: CHAIN_TIME,
} as const satisfies Reasons;
