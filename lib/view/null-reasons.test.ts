import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { agent, skill, skillRevision } from '@/lib/contract/agents';
import { dag, structureRecord } from '@/lib/contract/dags';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { eventRecord } from '@/lib/contract/events';
import { execution, executionEvent, gasEvent, submissionFailure, walk } from '@/lib/contract/executions';
import { issuedKey } from '@/lib/contract/keys';
import { leader, leaderRegistry, stakeEvent, suspensionSkip } from '@/lib/contract/leaders';
import { ledgerEvent, payment } from '@/lib/contract/payments';
import { priorityFeeEvent } from '@/lib/contract/payments';
import { readiness, serviceInfo } from '@/lib/contract/service';
import { occurrence, reserve, task } from '@/lib/contract/tasks';
import { tool, toolDetail } from '@/lib/contract/tools';
import { usageBucket, usageReport } from '@/lib/contract/usage';
import { searchResults } from '@/lib/contract/search';
import {
  costStats,
  eventStats,
  executionStats,
  failureStats,
  leaderStats,
  paymentStats,
  vertexStats,
  totals,
} from '@/lib/contract/stats';
import { nullReasons, type RecordName } from './null-reasons';

const RECORDS: [RecordName, z.ZodMiniObject][] = [
  ['leader', leader],
  ['stakeEvent', stakeEvent],
  ['suspensionSkip', suspensionSkip],
  ['leaderRegistry', leaderRegistry],
  ['agent', agent],
  ['skill', skill],
  ['skillRevision', skillRevision],
  ['execution', execution],
  ['executionEvent', executionEvent],
  ['submissionFailure', submissionFailure],
  ['gasEvent', gasEvent],
  ['walk', walk],
  ['task', task],
  ['occurrence', occurrence],
  ['reserve', reserve],
  ['tool', tool],
  ['tool', toolDetail],
  ['payment', payment],
  ['ledgerEvent', ledgerEvent],
  ['priorityFeeEvent', priorityFeeEvent],
  ['dag', dag],
  ['dagStructure', structureRecord],
  ['eventRecord', eventRecord],
  ['usageBucket', usageBucket],
  ['issuedKey', issuedKey],
];
/** Records whose fields are shown by the shell, not in rows; their absent parts are simply not drawn. */
const OF_THE_SHELL: z.ZodMiniType[] = [
  serviceInfo,
  readiness,
  usageReport,
  searchResults,
  totals,
  executionStats,
  failureStats,
  vertexStats,
  costStats,
  eventStats,
  leaderStats,
  paymentStats,
];

/** A required key whose value may be null; an optional one is absent, not unknown. */
function nullable(schema: z.ZodMiniType): boolean {
  return schema.safeParse(null).success && !schema.safeParse(undefined).success;
}
function nullableFields(record: z.ZodMiniObject): string[] {
  return Object.entries(record.shape)
    .filter(([, schema]) => nullable(schema as z.ZodMiniType))
    .map(([field]) => field);
}

describe('null reasons', () => {
  it.each(RECORDS)('every nullable field of %s has one', (name, record) => {
    const explained = Object.keys(nullReasons[name]);
    expect(nullableFields(record).filter((field) => !explained.includes(field))).toEqual([]);
  });

  it('has none for a field that is never null', () => {
    for (const [name, record] of RECORDS)
      for (const field of Object.keys(nullReasons[name]))
        expect
          .soft((record.shape[field] as z.ZodMiniType).safeParse(null).success, `${name}.${field}`)
          .toBe(true);
  });

  it('covers every record of the endpoint table', () => {
    const known = new Set<unknown>([...RECORDS.map(([, record]) => record), ...OF_THE_SHELL]);
    for (const name of endpointNames) {
      const row: Endpoint = endpoints[name];
      if (!(row.response instanceof z.ZodMiniObject)) continue;
      const items = row.response.shape['items'] as z.ZodMiniArray | undefined;
      expect.soft(known.has(items?.def.element ?? row.response), name).toBe(true);
    }
  });
});
