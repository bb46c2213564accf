// An index in memory for tests. Invariant: every answer is checked strictly against the contract.
import assert from 'node:assert/strict';
import { endpoints, type Answer, type EndpointName } from '@/lib/contract/endpoints';
import { parseParams, parseQuery } from '@/lib/contract/request';
import { undeclared } from '@/lib/index-service/testing/undeclared';
import { allHandlers } from '@/lib/index-service/http/all-handlers';
import { RawJson, type HandlerInput } from '@/lib/index-service/http/handler-types';
import { createEventLog, type EventLog } from '@/lib/index-service/log/event-log';
import { allProjections } from '@/lib/index-service/projections/all-projections';
import { createProjector, type Projector } from '@/lib/index-service/projections/projector';
import type { Database } from '@/lib/index-service/store/database';
import { parseJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import { openMemoryStore, reuseTables } from './memory-store';

export interface MemoryIndex {
  db: Database;
  log: EventLog;
  projector: Projector;
  answer<Name extends EndpointName>(
    name: Name,
    params?: Record<string, string>,
    query?: Record<string, string>,
  ): Promise<Answer<Name>>;
  close(): Promise<void>;
}

function plain(value: unknown): unknown {
  if (value instanceof RawJson) return parseJson(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** `now` is the clock of appends; by default a minute passes with every reading. */
export async function openMemoryIndex(options: { now?: () => Date } = {}): Promise<MemoryIndex> {
  let minute = 0;
  const now = options.now ?? (() => new Date(Date.UTC(2026, 10, 2, 0, (minute += 1))));
  const db = await openMemoryStore();
  const projector = createProjector(db, allProjections);
  await projector.prepare();
  await reuseTables(db);
  const log = await createEventLog({ db, now, follower: projector });

  async function answer<Name extends EndpointName>(
    name: Name,
    params: Record<string, string> = {},
    query: Record<string, string> = {},
  ): Promise<Answer<Name>> {
    const found = allHandlers[name];
    if (found === undefined) throw new Error(`${name} is not answered`);
    const input = {
      db,
      params: parseParams(name, params) as Record<string, string | bigint>,
      query: parseQuery(name, new URLSearchParams(query), { closed: true }),
    } satisfies HandlerInput<Name>;
    const answer = plain(await (found as (input: HandlerInput<Name>) => Promise<unknown>)(input));
    assert.deepEqual(undeclared(endpoints[name].response, answer), []);
    return endpoints[name].response.parse(answer) as Answer<Name>;
  }

  return { db, log, projector, answer, close: () => db.close() };
}
