// Why a field of a key or its usage may be null.
import type { Reasons } from '@/lib/view/null-reasons';

export const usageBucketReasons = {
  bucket_start: 'not applicable: one bucket covers the whole range',
} as const satisfies Reasons;

export const issuedKeyReasons = {
  expires_at: 'the index did not report an expiry',
} as const satisfies Reasons;
