// The calling key's usage (spec 2.2, 4.1).
import * as z from 'zod/mini';
import { int64, integer, openEnum, record, timestamp } from './record';
import { enumParam, timeParam } from './query-params';

export const granularities = ['hour', 'day', 'total'] as const;
export const usageGroupings = ['scope', 'route'] as const;
export const statusClasses = ['2xx', '4xx', '5xx'] as const;

export const usageBucket = record({
  bucket_start: z.nullable(timestamp),
  group: z.string(),
  request_count: int64,
  status_class: openEnum(statusClasses),
  avg_duration_ms: integer,
});
export type UsageBucket = z.output<typeof usageBucket>;

export const usageReport = record({
  key_id: z.string(),
  from: timestamp,
  to: timestamp,
  granularity: openEnum(granularities),
  group_by: openEnum(usageGroupings),
  total_requests: int64,
  buckets: z.array(usageBucket),
});
export type UsageReport = z.output<typeof usageReport>;

export const usageFilters = z.object({
  from: z.optional(timeParam),
  to: z.optional(timeParam),
  granularity: z._default(enumParam(granularities), 'hour'),
  group_by: z._default(enumParam(usageGroupings), 'scope'),
});
