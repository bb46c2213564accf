// Any request against the whole service: always a proper answer or a 4xx in the error shape, never a 5xx, and nothing but a claim or a revocation
// writes anything. Requests are drawn from the table: its paths with hostile values, its parameters, its headers, bodies of every sort.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { errorBody, errorCodes } from '@/lib/contract/errors';
import { paramMeta, type Control } from '@/lib/contract/query-params';
import { scopes } from '@/lib/contract/scopes';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';
import { isLong } from '@/scripts/test-size';

const RUNS = isLong ? 20_000 : 400;
const NAME = 'xyz.example.add@1';

/** The ends of what a log can hold. */
const [FIRST_MOMENT, LAST_MOMENT] = ['1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

/** A failed execution of one moment. */
function dated(name: string, onchain_at: string) {
  const story = executionStory(name);
  return [
    story.requested(),
    story.request(0, plain('a')),
    story.failed(0, plain('a\u0000\ud800')),
    story.errEval(0, plain('a'), 'TerminalToolFailure', 'why\u0000\udfff'),
  ].map((line) => ({ ...line, onchain_at }));
}

let index: MemoryService;
let key: string;

beforeAll(async () => {
  index = await openMemoryService({ limits: { requestsPerMinute: 1_000_000, claimsPerHour: 1_000_000 } });
  key = await index.claim(scopes);
  const story = executionStory('fuzz');
  await index.log.append([
    event('ToolRegisteredEvent', { tool: id('tool'), fqn: NAME }),
    snapshot('tool', NAME, toolFields()),
    event('FoundingLeaderCapCreatedEvent', { leader_cap: id('cap'), network: id('network') }),
    story.requested(),
    story.request(0, plain('a')),
    story.ended(0, plain('a'), { sum: { one: { kind: 'data', data: 3 } } }),
    ...dated('first', FIRST_MOMENT),
    ...dated('last', LAST_MOMENT),
  ]);
});
afterAll(() => index.stop());

/** Rows of every table, but what counting requests and claims changes. */
async function stored(): Promise<Record<string, unknown>> {
  const tables = await index.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const counting = ['claim_attempts', 'key_usage', 'api_keys', 'api_key_contacts', 'spent_payment_tokens'];
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    if (!counting.includes(name)) rows[name] = await index.db.query(`select * from "${name}"`);
  return rows;
}

const count = async (table: string) =>
  (await index.db.query<{ total: bigint }>(`select count(*) as total from ${table}`))[0]?.total ?? 0n;

/** A path value of something that is stored. */
function pathValue(param: string): string {
  const story = executionStory('fuzz');
  const values: Record<string, string> = {
    fqn: NAME,
    skill_id: '7',
    execution_object_id: story.execution,
    dag_object_id: story.dag,
    leader_cap_id: id('cap'),
  };
  return values[param] ?? id('nothing');
}

const INTEGERS = [
  '0',
  '1',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
];
const NO_INTEGERS = [
  '',
  '-1',
  '+1',
  '%2B1',
  '1e3',
  '1.0',
  '0x1',
  ' 1',
  '1 ',
  '٣',
  '１',
  'NaN',
  'null',
  '9'.repeat(400),
];
const ENDS_OF_TIME = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'];
const TIMES = [
  ...ENDS_OF_TIME,
  ...['2026-11-01T00:00:00.0000001Z', '2026-11-01T00:00:00%2B14:00', '1000-06-01t00:00:00z'],
];
const NO_TIMES = [
  ...[
    '0000-01-01T00:00:00Z',
    '-0001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '0001-01-01T00:00:00%2B01:00',
  ],
  ...['9999-12-31T23:59:59-00:01', '2026-11-01T23:59:60Z', '2026-11-01T24:00:00Z', '2026-11-01T00:00:00'],
  ...[
    '2026-11-01',
    '1790000000',
    '2026-11-01T00:00:00+01:00',
    '２026-11-01T00:00:00Z',
    '2026-11-01T00:00:00Z%00',
  ],
];
const TEXTS = [
  '%00',
  'a%00b',
  '%ed%a0%80',
  '%F0%9F%98%80',
  'a'.repeat(257),
  '%25',
  '%5c',
  "'",
  '__proto__',
  'true',
  '0x',
  NAME,
];
/** Of the type of a parameter, which its control names; texts besides. */
function edgesOf(control: Control | undefined): string[] {
  switch (control) {
    case 'time':
      return [...TIMES, ...NO_TIMES, ...TEXTS];
    case 'id':
    case 'digest':
    case 'text':
    case 'boolean':
    case 'enum':
    case 'enums':
    case 'order':
      return TEXTS;
    default:
      return [...INTEGERS, ...NO_INTEGERS, ...TEXTS];
  }
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '\u0000',
    'a\u0000b',
    '\r\n',
    '\u007f',
    "' or 1=1 --",
    '%',
    '\\',
    '{}',
    '..',
  ),
  fc.constantFrom(
    '0x',
    '0x0',
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    id('cap'),
    NAME,
    'true',
    'active',
  ),
  fc.constantFrom(...INTEGERS, ...NO_INTEGERS),
  fc.constantFrom(...TIMES, ...NO_TIMES).map((text) => text.replaceAll('%2B', '+')),
  fc.constantFrom('x'.repeat(10_000), ','.repeat(10_000), 'DAGCreated,'.repeat(900), '9'.repeat(10_000)),
);

/** Sent as it is, so that invalid percent signs and bytes that are not UTF-8 arrive too. */
const rawText = fc.constantFrom('%', '%zz', '%ff%fe', '%c3%28', '%ed%a0%80', '%00', '%2e%2e%2f', '%F0%9F%98');
const value = fc.oneof(
  { weight: 5, arbitrary: hostile.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: rawText },
);

const plainHeader = fc
  .string({ unit: 'binary-ascii', maxLength: 60 })
  .map((text) => text.replaceAll(/[^ -~]/g, '?'));
const headers = fc.dictionary(
  fc.constantFrom(
    'last-event-id',
    'x-request-id',
    'authorization',
    'x-api-key',
    'accept',
    'content-type',
    'range',
  ),
  fc.oneof(
    plainHeader,
    fc.constantFrom('ApiKey ', 'Bearer a.b.c', '-1', '9'.repeat(5_000), 'unknown.00000000'),
  ),
  { maxKeys: 3 },
);

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
const almostClaim = fc
  .record(
    {
      email: fc.oneof(fc.emailAddress(), hostile, fc.integer()),
      scopes: fc.oneof(fc.array(fc.oneof(fc.constantFrom(...scopes), hostile), { maxLength: 3 }), hostile),
      handle: fc.oneof(hostile, fc.constant(null)),
      requests_per_minute: fc.oneof(fc.integer(), hostile),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const body = fc.oneof(
  almostClaim,
  json,
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(
    '',
    '{',
    '['.repeat(16_000),
    'x'.repeat(20_000),
    '{"email":"\u0000@x.y","scopes":["tools:read"]}',
  ),
);

const request = fc
  .constantFrom<EndpointName>(...endpointNames.filter((name) => name !== 'keys.revoke'))
  .chain((name) => {
    const { path, method, query } = endpoint(name);
    const names = [...Object.keys(query.shape), 'owner', '__proto__'];
    return fc.record({
      name: fc.constant(name),
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant<string>(method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS', 'POST') },
      ),
      path: fc
        .array(value, { minLength: 3, maxLength: 3 })
        .map((values) => path.replaceAll(/\{\w+\}/g, () => values.pop() ?? '0')),
      query: fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }),
      tail: fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('/', '/%', '//', '/x', '#f', `?${'y'.repeat(20_000)}`) },
      ),
      keyed: fc.boolean(),
      headers,
      body,
    });
  });

test(
  'every request is answered properly or refused in the error shape, and none writes to the log or the read models',
  async () => {
    const before = await stored();
    const logged = index.logged.length;
    const seen = new Set<number>();
    let claims = await count('api_keys');
    await fc.assert(
      fc.asyncProperty(request, async (drawn) => {
        const search = drawn.query.map(([name, text]) => `${name}=${text}`).join('&');
        const response = await index.fetch(`${drawn.path}${search === '' ? '' : `?${search}`}${drawn.tail}`, {
          method: drawn.method,
          headers: { ...(drawn.keyed ? { 'x-api-key': key } : {}), ...drawn.headers },
          ...(['GET', 'HEAD'].includes(drawn.method) ? {} : { body: drawn.body as BodyInit }),
        });
        seen.add(response.status);
        expect(response.headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,64}$/);
        expect(response.status).toBeLessThan(500);
        const before = claims;
        claims = await count('api_keys');
        if (response.status !== 201) expect(claims).toBe(before);
        if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
          await response.body?.cancel();
          return;
        }
        const text = await response.text();
        if (response.status < 400 || drawn.method === 'HEAD') return;
        const answer = errorBody.parse(JSON.parse(text));
        expect(Object.entries(errorCodes)).toContainEqual([answer.error_code, response.status]);
        expect(response.headers.get('x-error-code')).toBe(answer.error_code);
      }),
      { numRuns: RUNS },
    );
    expect(index.logged.slice(logged)).toEqual([]);
    expect(await stored()).toEqual(before);
    // A run that only ever met closed doors would have tried nothing.
    for (const status of [200, 400, 401, 404, 405]) expect([...seen]).toContain(status);
  },
  isLong ? 600_000 : 120_000,
);

test('bytes that are not UTF-8 are a 400, in a filter and in a body', async () => {
  for (const bytes of ['%ff', '%c3%28', '%ed%a0%80', 'a%F0%9F%98'])
    expect(await index.call(`/tools?fqn=${bytes}`, key)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_REQUEST' },
    });
  for (const fine of ['%', '%zz', '%c3%a9', '100%25', '%F0%9F%98%80+x'])
    expect((await index.call(`/tools?fqn=${fine}`, key)).status).toBe(200);
  const claim = Buffer.from('{"email":"a@example.org","scopes":["tools:read"],"note":"?"}');
  claim[claim.indexOf('?')] = 0xff;
  expect((await index.call('/onboarding/keys', undefined, { method: 'POST', body: claim })).status).toBe(400);
});

/** Every read and its parameters. */
const parameters = endpointNames
  .filter((name) => endpoint(name).method === 'GET' && endpoint(name).responseType !== 'stream')
  .flatMap((name) => {
    const { path, query } = endpoint(name);
    const schemas = Object.entries(query.shape as Record<string, Parameters<typeof paramMeta>[0]>);
    return schemas.map(([parameter, schema]) => ({
      name,
      parameter,
      path: path.replaceAll(/\{(\w+)\}/g, (_, param: string) => pathValue(param)),
      meta: paramMeta(schema),
    }));
  });

test(
  'each parameter of each read takes or refuses each edge of its type, by its name',
  { tags: ['full'] },
  async () => {
    const logged = index.logged.length;
    for (const { name, parameter, path, meta } of parameters) {
      for (const edge of [...(meta?.known ?? []), ...edgesOf(meta?.control)]) {
        const { status, body } = await index.call(`${path}?${parameter}=${edge}`, key);
        const where = `${name} ${parameter}=${edge.slice(0, 60)}`;
        if (status === 404) continue;
        expect([200, 400], `${where}: ${JSON.stringify(body)}`).toContain(status);
        if (status === 400 && edge !== '%ed%a0%80')
          expect((body as { message: string }).message, where).toMatch(/^\w+: /);
      }
      const twice = await index.call(`${path}?${parameter}=1&${parameter}=2`, key);
      expect(twice, `${name} ${parameter} twice`).toMatchObject({ status: 400 });
      expect((twice.body as { message: string }).message).toMatch(new RegExp(`^${parameter}: `));
    }
    expect(index.logged.slice(logged)).toEqual([]);
  },
);

test('a time that is no time is never taken, and one that is always', async () => {
  const ofTimes = parameters.filter(({ meta }) => meta?.control === 'time');
  expect(ofTimes.length).toBeGreaterThan(20);
  // One schema reads them all: each parameter meets what it passes on, the first one also every spelling.
  for (const [at, { name, parameter, path }] of ofTimes.entries()) {
    const statusOf = async (time: string) => (await index.call(`${path}?${parameter}=${time}`, key)).status;
    for (const time of at === 0 ? NO_TIMES : NO_TIMES.slice(0, 1))
      expect([name, parameter, time, await statusOf(time)]).toContain(400);
    // An empty window of usage is a 400 too.
    if (name !== 'keys.usage')
      for (const time of at === 0 ? TIMES : ENDS_OF_TIME)
        expect([name, parameter, time, await statusOf(time)]).toContain(200);
  }
});

test('bounds below a millisecond leave out what lies outside them', async () => {
  const at = '2026-11-05T00:00:00.000Z';
  await index.log.append([event('DAGCreatedEvent', { dag: id('dated') }, { at, sender: 'dated' })]);
  const found = async (path: string) => {
    const { status, body } = await index.call(path, key);
    expect(status).toBe(200);
    return (body as { metadata: { total_items: number } }).metadata.total_items;
  };
  const events = (bound: string) => found(`/events?sender=${id('dated')}&${bound}`);
  const second = '2026-11-05T00:00:00';
  expect(await events(`created_after=${second}.000Z`)).toBe(1);
  for (const after of ['0001', '0005', '0000001']) {
    expect(await events(`created_after=${second}.${after}Z`)).toBe(0);
    expect(await events(`created_before=${second}.${after}Z`)).toBe(1);
  }
  expect(await events('created_before=2026-11-04T23:59:59.9999999Z')).toBe(0);
  const countWithin = async (bounds: string) => {
    const { body } = await index.call(`/stats/events?kinds=DAGCreatedEvent&${bounds}`, key);
    return (body as { groups: { count: number }[] }).groups.reduce((sum, { count }) => sum + count, 0);
  };
  const whole = await countWithin(`from=2026-11-05T00:00:00Z&to=2026-11-05T00:00:00.0000001Z`);
  expect(whole).toBe(1);
  expect(await countWithin(`from=2026-11-05T00:00:00.0000001Z&to=2026-11-05T00:00:00.001Z`)).toBe(0);
});

test('executions at the ends of time are found by their bounds, by lists and statistics', async () => {
  const found = async (bounds: string) => {
    const { body } = await index.call(`/executions?${bounds}`, key);
    return (body as { items: { object_id: string }[] }).items.map(({ object_id }) => object_id);
  };
  const [first, last] = ['first', 'last'].map((name) => executionStory(name).execution);
  expect(await found('created_after=2999-01-01T00:00:00Z')).toEqual([last]);
  expect(await found(`created_after=${LAST_MOMENT}`)).toEqual([last]);
  expect(await found('created_after=9999-12-31T23:59:59.9991Z')).toEqual([]);
  expect(await found(`created_before=${FIRST_MOMENT}`)).toEqual([first]);
  expect(await found('created_before=0999-12-31T23:59:59.9999Z')).toEqual([]);
  for (const bucket of ['none', 'minute', 'hour', 'day', 'week'])
    for (const path of ['executions', 'events', 'failures', 'costs', 'vertex-visits', 'leaders', 'tasks']) {
      const { status, body } = await index.call(`/stats/${path}?bucket=${bucket}`, key);
      expect([200, 400, 404], `${path} ${bucket}: ${JSON.stringify(body)}`).toContain(status);
    }
});
