// Why a field of an event may be null.
import type { Reasons } from '@/lib/view/null-reasons';

export const eventRecordReasons = {
  onchain_at: 'the log has no checkpoint time for this event',
} as const satisfies Reasons;
