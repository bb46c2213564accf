// Every row of the table of endpoints against the whole service, with a simulated network in it: the answer is of the contract exactly,
// ids that lead nowhere are 404, and the scope is the row's. Hostile values are in fuzz.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpointNames, endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { scopes } from '@/lib/contract/scopes';
import { undeclared } from '@/lib/index-service/testing/undeclared';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';

let index: MemoryService;
let key: string;

beforeAll(async () => {
  index = await openMemoryService({ limits: { requestsPerMinute: 100_000 } });
  key = await index.claim(scopes);
  await index.log.append(simulatedLines('walk', 2_000));
});
afterAll(() => index.stop());

const rows = endpointNames.map((name): [EndpointName, Endpoint] => [name, endpoint(name)]);
const reading = rows.filter(([, row]) => row.method === 'GET' && row.responseType !== 'stream');

/** Where an id of a path parameter is found: the listing and the field of its items. */
const KNOWN_BY: Record<string, [path: string, field: string]> = {
  leader_cap_id: ['/leaders', 'leader_cap_id'],
  agent_object_id: ['/agents', 'agent_object_id'],
  task_object_id: ['/tasks', 'object_id'],
  execution_object_id: ['/executions', 'object_id'],
  dag_object_id: ['/dags', 'object_id'],
  payment_object_id: ['/payments', 'payment_object_id'],
  fqn: ['/tools', 'fqn'],
  skill_id: ['', ''],
};
const NOWHERE = `0x${'0'.repeat(63)}9`;

async function pathOf(row: Endpoint): Promise<string> {
  let path = row.path;
  for (const name of Object.keys(row.params.shape)) {
    const [listing = '', field = ''] = KNOWN_BY[name] ?? [];
    const items = listing === '' ? [] : (await index.call(listing, key)).body;
    const [first] = (items as { items?: Record<string, unknown>[] }).items ?? [];
    path = path.replace(`{${name}}`, encodeURIComponent((first?.[field] as string | undefined) ?? '0'));
  }
  return path;
}

test('no row of the table is without an answer', async () => {
  const missing: string[] = [];
  for (const [name, row] of rows) {
    if (name === 'keys.revoke' || row.responseType === 'stream') continue;
    const path = row.path.replaceAll(/\{\w+\}/g, NOWHERE);
    const answer = await index.fetch(path, { method: row.method, headers: { 'x-api-key': key } });
    if (answer.status === 501) missing.push(name);
  }
  expect(missing).toEqual([]);
});

describe.each(reading)('%s', (_name, row) => {
  test('the answer holds what the contract declares, and nothing else', async () => {
    const answer = await index.call(await pathOf(row), row.access === 'open' ? undefined : key);
    expect(answer.status).toBe(200);
    row.response.parse(answer.body);
    expect(undeclared(row.response, answer.body)).toEqual([]);
    // A listing without rows would have been checked for nothing.
    if (row.responseType === 'listing' && !row.path.includes('{'))
      expect((answer.body as { items: unknown[] }).items).not.toHaveLength(0);
  });

  if (row.path.includes('{'))
    test('an id that is malformed or leads nowhere is 404', async () => {
      for (const id of [NOWHERE, 'nope', '%00', '-1', '99999999999999999999', 'a'.repeat(600)]) {
        const path = row.path.replaceAll(/\{\w+\}/g, id);
        expect({ path, status: (await index.call(path, key)).status }).toEqual({ path, status: 404 });
      }
    });

  if (row.access !== 'open')
    test('a key without its scope is refused', async () => {
      const others = scopes.filter((scope) => scope !== row.access);
      const poor = await index.claim(others);
      const expected = row.access === 'any-key' ? 200 : 403;
      expect((await index.call(row.path.replaceAll(/\{\w+\}/g, NOWHERE), poor)).status).toBe(expected);
    });
});
