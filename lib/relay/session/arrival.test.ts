// Connecting: with a key, by a claim, on the demo network, with the operator's key. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { sessionState } from '@/lib/contract/session';
import { ADDRESS_HEADER } from '@/lib/relay/server/client-address';
import { check, claim, connect, demo, restore, unlock, whoAmI } from './routes';
import { MAX_CONNECTIONS } from './session-cookie';
import {
  ISSUED,
  KEY,
  startSessionConsole,
  USAGE,
  type SessionConsole,
} from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';

const EMPTY_PAGE = '{"items":[],"metadata":{"next_token":null,"total_items":0}}';
const SIMULATED = '{"release":"v2","network":{"name":"demo","simulated":true,"log_id":"L1"}}';

let at: SessionConsole;
beforeEach(async () => {
  at = await startSessionConsole();
});
afterEach(() => at.close());
/** A console whose reads soon give up. */
const withShortTimeout = async () => {
  await at.close();
  at = await startSessionConsole(500);
};

const connection = async () => (await at.cookies().connections())[0];

describe('connecting with a key', () => {
  it('asks the index what the key may read, and seals the key into a cookie', async () => {
    for (const path of ['leaders', 'tools', 'dags', 'tasks'])
      at.index.replies.set(`GET /${path}`, reply(200, EMPTY_PAGE));
    for (const path of ['payments', 'agents', 'executions', 'events'])
      at.index.replies.set(`GET /${path}`, reply(403, '{}'));
    const { status, body } = await at.answer(connect, { key: ` ${KEY} ` });
    expect(status).toBe(200);
    expect(sessionState.parse(body)).toMatchObject({
      connected: true,
      key_id: 'k_7Qm2',
      expires_at: null,
      requests_per_minute: 600,
    });
    // Lists of agents and executions are not specified, and GET /events has no specified scope: their refusal proves nothing.
    expect((await connection())?.scopes).toEqual(scopes.filter((scope) => scope !== 'payments:read'));
    expect(await connection()).toMatchObject({ key: KEY, index_url: at.index.url, unconfirmed: [] });
    for (const { url, headers } of at.index.requests) {
      expect(url).not.toContain('canary-secret');
      expect(headers['x-api-key']).toBe(url === '/' ? undefined : KEY);
    }
  });

  it('omits events:read when the stream refuses the key too', async () => {
    for (const path of ['events', 'events/stream']) at.index.replies.set(`GET /${path}`, reply(403, '{}'));
    await at.answer(connect, { key: KEY });
    expect((await connection())?.scopes).toEqual(scopes.filter((scope) => scope !== 'events:read'));
  });

  it('refuses a key that the index does not know, and stores nothing', async () => {
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    expect(await at.refused(connect, { key: KEY })).toMatchObject({
      status: 401,
      error_code: 'UNAUTHENTICATED',
    });
    expect(await connection()).toBeUndefined();
  });

  it.each(['', '   ', 'a.b\r\nx-evil: 1', 'a.b\u0000', 'schlüssel.geheim', 'k'.repeat(513)])(
    'refuses %j before asking',
    async (key) => {
      expect(await at.refused(connect, { key })).toMatchObject({ status: 400 });
      expect(at.index.requests).toEqual([]);
    },
  );

  it.each(['k', 'no-dot', 'a.short', `"quoted" and 'spaced'\\`, 'k'.repeat(512)])(
    'accepts the form of %.20j',
    async (key) => {
      at.index.replies.set('GET /tokens/usage', reply(200, '{}'));
      expect((await at.answer(connect, { key })).status).toBe(200);
      expect(await connection()).toMatchObject({ key, key_id: key === 'a.short' ? 'a' : null });
    },
  );

  it('sends a key to no index but one of the settings', async () => {
    for (const network of ['elsewhere', 'https://evil.example', '__proto__', 'constructor'])
      expect(await at.refused(connect, { key: KEY, network })).toMatchObject({ status: 404 });
    expect(at.index.requests).toEqual([]);
  });

  it('treats an unanswered probe as unknown, and asks again on request', async () => {
    at.index.replies.set('GET /payments', reply(429, '', { 'retry-after': '17' }));
    at.index.replies.set('GET /tools', reply(500, ''));
    at.index.replies.set('GET /dags', (_, response) => void response.destroy());
    const { status, body } = await at.answer(connect, { key: KEY });
    expect(status).toBe(200);
    const unconfirmed = ['tools:read', 'dags:read', 'payments:read'];
    expect(body).toMatchObject({ scopes: [...scopes], connections: [{ unconfirmed_scopes: unconfirmed }] });
    at.index.replies.set('GET /payments', reply(403, ''));
    at.index.replies.set('GET /tools', reply(200, EMPTY_PAGE));
    const { id = '' } = (await connection()) ?? {};
    expect((await at.answer(check, { connection: id })).body).toMatchObject({
      connection: id,
      scopes: scopes.filter((scope) => scope !== 'payments:read'),
      connections: [{ unconfirmed_scopes: ['dags:read'] }],
    });
  });

  it('asks a second time after a timeout or a failure', async () => {
    await withShortTimeout();
    let requests = 0;
    at.index.replies.set('GET /tokens/usage', (request, response, body) => {
      requests += 1;
      if (requests > 1) reply(200, USAGE)(request, response, body);
    });
    expect((await at.answer(connect, { key: KEY })).status).toBe(200);
    expect(requests).toBe(2);
  });

  it('accepts a granted scope where the index has no usage report, and a rejection only from the usage report', async () => {
    at.index.replies.set('GET /tokens/usage', reply(404, ''));
    at.index.replies.set('GET /leaders', reply(200, EMPTY_PAGE));
    expect((await at.answer(connect, { key: KEY })).status).toBe(200);
    for (const path of ['leaders', 'tools', 'dags', 'tasks', 'payments', 'events'])
      at.index.replies.set(`GET /${path}`, reply(401, ''));
    at.index.replies.set('GET /tokens/usage', reply(200, USAGE));
    expect((await at.answer(connect, { key: KEY })).status).toBe(200);
  });

  it('reports an unreachable index, not a wrong key', async () => {
    await at.index.close();
    expect(await at.refused(connect, { key: KEY })).toMatchObject({
      status: 502,
      error_code: 'UPSTREAM_UNREACHABLE',
    });
  });

  it('gives up on an index that never answers', async () => {
    await withShortTimeout();
    at.index.replies.set('GET /tokens/usage', () => undefined);
    expect(await at.refused(connect, { key: KEY })).toMatchObject({ status: 504 });
  });

  it('does not follow a redirect with the key', async () => {
    at.index.replies.set('GET /tokens/usage', reply(302, '', { location: `${at.index.url}/elsewhere` }));
    expect(await at.refused(connect, { key: KEY })).toMatchObject({ status: 502 });
    expect(at.index.requests).toHaveLength(1);
  });

  it('is limited per minute, and the index is not asked beyond that', async () => {
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    const tries = [];
    for (let count = 0; count < 22; count += 1) tries.push(await at.refused(connect, { key: KEY }));
    expect(tries.map(({ status }) => status).slice(18)).toEqual([401, 401, 429, 429]);
    expect(Number(tries.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(at.index.requests).toHaveLength(20);
  });
});

describe('who may change a session', () => {
  it.each([
    ['another site', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://console.example:81' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no origin at all', { origin: '' }],
    ['another site, according to the browser', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('not %s', async (_, headers) => {
    for (const act of [connect, claim, demo, restore, unlock, check])
      expect(await at.refused(act, { key: KEY }, headers)).toMatchObject({ status: 403 });
    expect(at.index.requests).toEqual([]);
  });

  it('not a plain-text page under the name of one that came by TLS', async () => {
    const byTls = { 'x-forwarded-proto': 'https' };
    expect(await at.refused(connect, { key: KEY }, byTls)).toMatchObject({ status: 403 });
    const secure = { ...byTls, origin: 'https://console.example' };
    expect(await at.answer(connect, { key: KEY }, secure)).toMatchObject({ status: 200 });
  });

  it('not a form, and not a body that is too large', async () => {
    at.relay.env.SIGN_INS_PER_ADDRESS = 100;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
      for (const act of [connect, claim, demo, restore, unlock, check])
        expect(await at.refused(act, '{}', { 'content-type': type })).toMatchObject({ status: 400 });
    expect(at.index.requests).toEqual([]);
    expect(await at.refused(connect, { key: 'x'.repeat(20_000) })).toMatchObject({ status: 413 });
    expect(await at.refused(connect, '{"key"')).toMatchObject({ status: 400 });
    expect(await at.refused(connect, '['.repeat(16_000))).toMatchObject({ status: 400 });
  });
});

describe('claiming', () => {
  const request = { email: 'a@b.example', scopes: ['dags:read'] };

  it('turns the claim into a session', async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const { status, body } = await at.answer(claim, { ...request, email: ' A@B.example ', handle: '@Ada' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connected: true,
      scopes: ['dags:read'],
      expires_at: '2099-01-01T00:00:00Z',
      requests_per_minute: 600,
    });
    expect(await connection()).toMatchObject({ key: KEY, claimed: true });
    expect(JSON.parse(at.index.requests[0]!.body)).toEqual({ ...request, handle: 'ada' });
  });

  it.each([
    [400, 'INVALID_REQUEST'],
    [409, 'ALREADY_ISSUED'],
    [429, 'RATE_LIMITED'],
  ])('passes a refusal with %d on, with its words and its waiting time', async (status, error_code) => {
    const errorJson = '{"error_code":"X","message":"an active key exists","request_id":"r"}';
    at.index.replies.set('POST /onboarding/keys', reply(status, errorJson, { 'retry-after': '120' }));
    const result = await at.refused(claim, request);
    expect(result).toMatchObject({ status, error_code, message: 'an active key exists' });
    expect(result.headers.get('retry-after')).toBe('120');
  });

  it('is not sent while this browser has no room for a key, since an index issues it once', async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const claims = () => at.index.requests.filter(({ method }) => method === 'POST').length;
    const living = Array.from({ length: MAX_CONNECTIONS }, (_, place) => ({ key_id: `k_${place}` }));
    await at.hold(...living);
    expect(await at.refused(claim, request)).toMatchObject({
      status: 403,
      message: expect.stringContaining('Disconnect one first'),
    });
    at.browser.clear();
    at.browser.set('other-cookie-of-this-host', 'x'.repeat(6_000));
    expect(await at.refused(claim, request)).toMatchObject({
      status: 403,
      message: expect.stringContaining('no room'),
    });
    expect(claims()).toBe(0);

    // What can never read again makes room.
    at.browser.clear();
    const dead = [{ expires_at: '2000-01-01T00:00:00Z' }, { index_url: 'https://gone.example' }];
    await at.hold(...dead, ...living.slice(2));
    expect((await at.answer(claim, request)).status).toBe(201);
    expect((await at.cookies().connections()).map(({ key_id }) => key_id)).toEqual([
      ...living.slice(2).map(({ key_id }) => key_id),
      'k_7Qm2',
    ]);
  });

  it("sends the visitor's address only to our own index, with the shared secret", async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const sent = () => at.index.requests.findLast(({ method }) => method === 'POST')?.headers;
    const from = {
      [ADDRESS_HEADER]: '9.9.9.9',
      'x-dagscope-client': '1.1.1.1',
      'x-dagscope-secret': 'guess',
    };
    await at.answer(claim, request, from);
    expect(sent()).not.toHaveProperty('x-dagscope-client');
    expect(sent()).not.toHaveProperty('x-dagscope-secret');
    at.relay.env.INDEX_SECRET = 'shared-by-both-processes';
    await at.answer(claim, request, from);
    expect(sent()).toMatchObject({
      'x-dagscope-client': '9.9.9.9',
      'x-dagscope-secret': 'shared-by-both-processes',
    });
    const network = at.relay.networks.get('index')!;
    network.env.url = 'https://hosted.example';
    await at.answer(claim, request, from);
    expect(sent()).not.toHaveProperty('x-dagscope-client');
    expect(sent()).not.toHaveProperty('x-dagscope-secret');
  });

  it('names the invalid field of a claim', async () => {
    const email = await at.refused(claim, { ...request, email: 'no-address' });
    expect(email).toMatchObject({ status: 400, message: expect.stringContaining('email') });
    const write = await at.refused(claim, { ...request, scopes: ['dags:write'] });
    expect(write).toMatchObject({ status: 400, message: expect.stringContaining('scopes') });
  });
});

describe('the demo button', () => {
  it('claims a key on a simulated network, through the real operation', async () => {
    at.index.replies.set('GET /', reply(200, SIMULATED));
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const { status, body } = await at.answer(demo, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connected: true,
      index: { simulated: true, log_id: 'L1', network: 'demo' },
    });
    const claimed = at.index.requests.find(({ method }) => method === 'POST');
    expect(JSON.parse(claimed!.body)).toEqual({
      email: expect.stringMatching(/^visitor-[0-9a-f]{12}@demo\.invalid$/),
      scopes: [...scopes],
    });
  });

  it('does not exist on a real network', async () => {
    at.index.replies.set('GET /', reply(200, '{"network":{"name":"main"}}'));
    expect(await at.refused(demo, {})).toMatchObject({ status: 403 });
    expect(await connection()).toBeUndefined();
  });
});

describe("the operator's key", () => {
  it('is offered only where there is one', async () => {
    expect(await at.refused(connect, { use: 'operator' })).toMatchObject({ status: 404 });
  });

  it('needs no password where the operator allows it, and is in no cookie', async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    const { status, body } = await at.answer(connect, { use: 'operator' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ connected: true, networks: [{ operator_key: true }] });
    expect(await connection()).toMatchObject({ key: null });
  });

  it('asks for the password first, and a changed password ends the sessions of the old one', async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    at.relay.env.ACCESS_PASSWORD = 'twelve letters';
    expect(await at.refused(connect, { use: 'operator' })).toMatchObject({ status: 403 });
    for (const password of ['', 'twelve letter', 'TWELVE LETTERS'])
      expect(await at.refused(unlock, { password })).toMatchObject({
        status: 403,
        message: 'password: Wrong password',
      });
    expect(at.index.requests.filter(({ url }) => url !== '/')).toEqual([]);
    await at.answer(unlock, { password: 'twelve letters' });
    expect((await at.answer(connect, { use: 'operator' })).body).toMatchObject({ connected: true });
    at.relay.env.ACCESS_PASSWORD = 'another twelve';
    expect((await at.answer(whoAmI, '')).body).toMatchObject({ connected: false, connections: [] });
  });
});
