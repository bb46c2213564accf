// The session routes against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '@/lib/contract/errors';
import { scopes } from '@/lib/contract/scopes';
import { sessionState } from '@/lib/contract/session';
import { createIndexInfo } from './index-info';
import type { Relay } from './relay';
import { answering } from './respond';
import type { Session, SessionJar } from './session';
import { claim, connect, demo, leave, whoAmI } from './session-routes';
import { reply, startSmallIndex, type SmallIndex } from './testing/small-index';
import { createUpstream } from './upstream';

const KEY = 'k_7Qm2.canary-secret';
const USAGE = `{"key_id":"k_7Qm2","from":"a","to":"b","granularity":"total","group_by":"scope","total_requests":0,"buckets":[]}`;
const EMPTY = '{"items":[],"metadata":{"next_token":null,"total_items":0}}';
const SIMULATED = '{"release":"v2","network":{"name":"demo","simulated":true,"log_id":"L1"}}';
const ISSUED = `{"key":"${KEY}","key_id":"k_7Qm2","scopes":[{"scope":"dags:read","requests_per_minute":600}],"expires_at":"2099-01-01T00:00:00Z"}`;

let index: SmallIndex;
let relay: Relay;
let kept: { session: Session | undefined; secure: boolean | undefined };
let jar: SessionJar;

beforeEach(async () => {
  index = await startSmallIndex();
  const upstream = createUpstream({ baseUrl: index.url, fetch, timeoutMs: 500 });
  kept = { session: undefined, secure: undefined };
  jar = {
    read: () => Promise.resolve(kept.session),
    write: (session, { secure }) => Promise.resolve(void (kept = { session, secure })),
    clear: () => void (kept.session = undefined),
  };
  relay = {
    env: { claimPath: '/onboarding/keys', operatorKey: undefined },
    upstream,
    index: createIndexInfo(upstream, () => Date.now()),
    now: () => Date.now(),
  } as Relay;
});
afterEach(() => index.close());

function post(body: unknown, headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request('http://console.example/api/session', {
    method,
    headers: {
      host: 'console.example',
      origin: 'http://console.example',
      'content-type': 'application/json',
      ...headers,
    },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
}

/** The answer as a route would give it, and proof that it never holds the key. */
async function answer(work: () => Promise<Response>) {
  const response = await answering(work, {
    unforeseen: (error) => expect.fail(String(error)),
    upstream: () => undefined,
  });
  const text = await response.text();
  expect(text + JSON.stringify([...response.headers])).not.toContain('canary-secret');
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as unknown };
}
const refused = async (work: () => Promise<Response>) => {
  const { status, body, headers } = await answer(work);
  return { status, headers, ...errorBody.parse(body) };
};

describe('connecting with a key', () => {
  it('asks the index, learns what the key may read, and keeps it sealed away', async () => {
    index.replies.set('GET /tokens/usage', reply(200, USAGE));
    for (const path of ['leaders', 'tools', 'dags', 'events'])
      index.replies.set(`GET /${path}`, reply(200, EMPTY));
    index.replies.set('GET /payments', reply(403, '{}'));
    const { status, body } = await answer(() => connect(relay, jar, post({ key: ` ${KEY} ` })));
    expect(status).toBe(200);
    expect(sessionState.parse(body)).toMatchObject({ connected: true, key_id: 'k_7Qm2', expires_at: null });
    // Only a refusal takes a scope away: an index without /agents or /executions is no proof that the key may not.
    expect(kept.session?.scopes).toEqual(scopes.filter((scope) => scope !== 'payments:read'));
    expect(kept.session?.key).toBe(KEY);
    for (const { url, headers } of index.asked) {
      expect(url).not.toContain('canary-secret');
      expect(headers['x-api-key']).toBe(url === '/' ? undefined : KEY);
    }
  });

  it('says no to a key that the index does not know, and keeps nothing', async () => {
    index.replies.set('GET /tokens/usage', reply(401, ''));
    expect(await refused(() => connect(relay, jar, post({ key: KEY })))).toMatchObject({
      status: 401,
      error_code: 'UNAUTHENTICATED',
    });
    expect(kept.session).toBeUndefined();
  });

  it.each(['', 'no-dot', 'a.short', 'a.b c d e f g h', 'a.secret\r\nx-evil: 1'])(
    'refuses %j before asking',
    async (key) => {
      expect(await refused(() => connect(relay, jar, post({ key })))).toMatchObject({ status: 400 });
      expect(index.asked).toEqual([]);
    },
  );

  it('offers the key of the operator only where there is one', async () => {
    expect(await refused(() => connect(relay, jar, post({ use: 'operator' })))).toMatchObject({
      status: 404,
    });
    index.replies.set('GET /tokens/usage', reply(200, USAGE));
    relay.env.operatorKey = KEY;
    expect((await answer(() => connect(relay, jar, post({ use: 'operator' })))).status).toBe(200);
  });

  it('says that the index is away instead of that the key is wrong', async () => {
    await index.close();
    expect(await refused(() => connect(relay, jar, post({ key: KEY })))).toMatchObject({
      status: 502,
      error_code: 'UPSTREAM_UNREACHABLE',
    });
  });

  it('gives up on an index that never answers', async () => {
    index.replies.set('GET /tokens/usage', () => undefined);
    expect(await refused(() => connect(relay, jar, post({ key: KEY })))).toMatchObject({ status: 504 });
  });

  it('does not follow a redirect with the key', async () => {
    index.replies.set('GET /tokens/usage', reply(302, '', { location: `${index.url}/elsewhere` }));
    expect(await refused(() => connect(relay, jar, post({ key: KEY })))).toMatchObject({ status: 502 });
    expect(index.asked).toHaveLength(1);
  });
});

describe('who may change a session', () => {
  it.each([
    ['another site', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://console.example:81' }],
    ['nobody', { origin: 'null' }],
  ])('not %s', async (_, headers) => {
    expect(await refused(() => connect(relay, jar, post({ key: KEY }, headers)))).toMatchObject({
      status: 403,
    });
    expect(await refused(() => leave(relay, jar, post('', headers, 'DELETE')))).toMatchObject({
      status: 403,
    });
    expect(index.asked).toEqual([]);
  });

  it('not a form, and not a novel', async () => {
    const form = post('key=a', { 'content-type': 'text/plain' });
    expect(await refused(() => connect(relay, jar, form))).toMatchObject({ status: 400 });
    const novel = post({ key: 'x'.repeat(20_000) });
    expect(await refused(() => connect(relay, jar, novel))).toMatchObject({ status: 413 });
    expect(await refused(() => connect(relay, jar, post('{"key"')))).toMatchObject({ status: 400 });
  });
});

describe('claiming', () => {
  it('turns the claim into a session', async () => {
    index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const wanted = { email: ' A@B.example ', scopes: ['dags:read'], handle: '@Ada' };
    const { status, body } = await answer(() =>
      claim(relay, jar, post(wanted, { 'x-forwarded-proto': 'https' })),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connected: true,
      scopes: ['dags:read'],
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect(kept).toMatchObject({ secure: true, session: { key: KEY } });
    expect(JSON.parse(index.asked[0]!.body)).toEqual({
      email: 'a@b.example',
      scopes: ['dags:read'],
      handle: 'ada',
    });
  });

  it.each([
    [400, 'INVALID_REQUEST'],
    [409, 'ALREADY_ISSUED'],
    [429, 'RATE_LIMITED'],
  ])('passes a refusal with %d on, with its words and its waiting time', async (status, error_code) => {
    const said = '{"error_code":"X","message":"an active key exists","request_id":"r"}';
    index.replies.set('POST /onboarding/keys', reply(status, said, { 'retry-after': '120' }));
    const result = await refused(() =>
      claim(relay, jar, post({ email: 'a@b.example', scopes: ['dags:read'] })),
    );
    expect(result).toMatchObject({ status, error_code, message: 'an active key exists' });
    expect(result.headers.get('retry-after')).toBe('120');
  });

  it('names the field of a claim that cannot be right', async () => {
    const work = () => claim(relay, jar, post({ email: 'nobody', scopes: ['dags:read'] }));
    expect(await refused(work)).toMatchObject({ status: 400, message: expect.stringContaining('email') });
    const write = () => claim(relay, jar, post({ email: 'a@b.example', scopes: ['dags:write'] }));
    expect(await refused(write)).toMatchObject({ status: 400, message: expect.stringContaining('scopes') });
  });
});

describe('the demo button', () => {
  it('claims a key on a simulated network, through the real operation', async () => {
    index.replies.set('GET /', reply(200, SIMULATED));
    index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const { status, body } = await answer(() => demo(relay, jar, post({}), () => 'a1b2'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connected: true,
      index: { simulated: true, log_id: 'L1', network: 'demo' },
    });
    expect(JSON.parse(index.asked.at(-1)!.body)).toEqual({
      email: 'visitor-a1b2@demo.invalid',
      scopes: [...scopes],
    });
  });

  it('does not exist on a real network', async () => {
    index.replies.set('GET /', reply(200, '{"network":{"name":"main"}}'));
    expect(await refused(() => demo(relay, jar, post({}), () => 'a'))).toMatchObject({ status: 403 });
    expect(kept.session).toBeUndefined();
  });
});

it('tells who the visitor is, index or no index, and forgets on request', async () => {
  kept.session = { key: KEY, key_id: 'k_7Qm2', scopes: ['dags:read'], expires_at: null };
  await index.close();
  const { body } = await answer(() => whoAmI(relay, jar));
  expect(body).toMatchObject({ connected: true, index: { reachable: false, log_id: null } });
  expect((await answer(() => leave(relay, jar, post('', {}, 'DELETE')))).body).toMatchObject({
    connected: false,
  });
  expect(kept.session).toBeUndefined();
});
