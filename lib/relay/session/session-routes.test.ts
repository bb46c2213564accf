// Coming in: by a key, by a claim, by the demo's button, by the operator's key. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContractError } from '@/lib/contract/errors';
import { scopes } from '@/lib/contract/scopes';
import { sessionState } from '@/lib/contract/session';
import { ADDRESS_HEADER } from '@/lib/relay/server/client-address';
import { MOST_CONNECTIONS, type Connection } from './keyring';
import { claim, connect, demo, whoAmI } from './session-routes';
import { connectionFor } from '@/lib/relay/testing/connection-for';
import { ISSUED, KEY, startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';

const EMPTY_PAGE = '{"items":[],"metadata":{"next_token":null,"total_items":0}}';
const SIMULATED = '{"release":"v2","network":{"name":"demo","simulated":true,"log_id":"L1"}}';

let at: SessionConsole;
beforeEach(async () => {
  at = await startSessionConsole();
});
afterEach(() => at.close());

const kept = () => at.ring().connections[0];

describe('connecting with a key', () => {
  it('asks the index, learns what the key may read, and keeps it sealed away', async () => {
    for (const path of ['leaders', 'tools', 'dags', 'events'])
      at.index.replies.set(`GET /${path}`, reply(200, EMPTY_PAGE));
    at.index.replies.set('GET /payments', reply(403, '{}'));
    const { status, body } = await at.answer(connect, { key: ` ${KEY} ` });
    expect(status).toBe(200);
    expect(sessionState.parse(body)).toMatchObject({
      connected: true,
      key_id: 'k_7Qm2',
      expires_at: null,
      requests_per_minute: 600,
    });
    // Only a refusal takes a scope away: an index without /agents or /executions is no proof that the key may not.
    expect(kept()?.scopes).toEqual(scopes.filter((scope) => scope !== 'payments:read'));
    expect(kept()).toMatchObject({ key: KEY, network: 'index' });
    for (const { url, headers } of at.index.asked) {
      expect(url).not.toContain('canary-secret');
      expect(headers['x-api-key']).toBe(url === '/' ? undefined : KEY);
    }
  });

  it('says no to a key that the index does not know, and keeps nothing', async () => {
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    expect(await at.refused(connect, { key: KEY })).toMatchObject({
      status: 401,
      error_code: 'UNAUTHENTICATED',
    });
    expect(kept()).toBeUndefined();
  });

  it.each(['', 'no-dot', 'a.short', 'a.b c d e f g h', 'a.secret\r\nx-evil: 1'])(
    'refuses %j before asking',
    async (key) => {
      expect(await at.refused(connect, { key })).toMatchObject({ status: 400 });
      expect(at.index.asked).toEqual([]);
    },
  );

  it('sends a key to no index but one of the settings', async () => {
    for (const network of ['elsewhere', 'https://evil.example', '__proto__', 'constructor'])
      expect(await at.refused(connect, { key: KEY, network })).toMatchObject({ status: 404 });
    expect(at.index.asked).toEqual([]);
  });

  it('does not guess what a key opens while the index limits it', async () => {
    at.index.replies.set('GET /payments', reply(429, '', { 'retry-after': '17' }));
    const result = await at.refused(connect, { key: KEY });
    expect(result).toMatchObject({ status: 429, error_code: 'RATE_LIMITED' });
    expect(result.headers.get('retry-after')).toBe('17');
    expect(kept()).toBeUndefined();
  });

  it('says that the index is away instead of that the key is wrong', async () => {
    await at.index.close();
    expect(await at.refused(connect, { key: KEY })).toMatchObject({
      status: 502,
      error_code: 'UPSTREAM_UNREACHABLE',
    });
  });

  it('gives up on an index that never answers', async () => {
    at.index.replies.set('GET /tokens/usage', () => undefined);
    expect(await at.refused(connect, { key: KEY })).toMatchObject({ status: 504 });
  });

  it('does not follow a redirect with the key', async () => {
    at.index.replies.set('GET /tokens/usage', reply(302, '', { location: `${at.index.url}/elsewhere` }));
    expect(await at.refused(connect, { key: KEY })).toMatchObject({ status: 502 });
    expect(at.index.asked).toHaveLength(1);
  });

  it('may be tried so often a minute and no more, and the index is left alone then', async () => {
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    const tries = [];
    for (let count = 0; count < 22; count += 1) tries.push(await at.refused(connect, { key: KEY }));
    expect(tries.map(({ status }) => status).slice(18)).toEqual([401, 401, 429, 429]);
    expect(Number(tries.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(at.index.asked).toHaveLength(20);
  });
});

describe('who may change a session', () => {
  it.each([
    ['another site', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://console.example:81' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nobody in particular', { origin: '' }],
    ['another site, by the browser’s own word', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('not %s', async (_, headers) => {
    for (const act of [connect, claim, demo])
      expect(await at.refused(act, { key: KEY }, headers)).toMatchObject({ status: 403 });
    expect(at.index.asked).toEqual([]);
  });

  it('not a page in clear under the name of one that came by TLS', async () => {
    const byTls = { 'x-forwarded-proto': 'https' };
    expect(await at.refused(connect, { key: KEY }, byTls)).toMatchObject({ status: 403 });
    const secure = { ...byTls, origin: 'https://console.example' };
    expect(await at.answer(connect, { key: KEY }, secure)).toMatchObject({ status: 200 });
  });

  it('not a form, and not a novel', async () => {
    const form = { 'content-type': 'text/plain' };
    expect(await at.refused(connect, 'key=a', form)).toMatchObject({ status: 400 });
    expect(await at.refused(connect, { key: 'x'.repeat(20_000) })).toMatchObject({ status: 413 });
    expect(await at.refused(connect, '{"key"')).toMatchObject({ status: 400 });
    expect(await at.refused(connect, '['.repeat(16_000))).toMatchObject({ status: 400 });
  });
});

describe('claiming', () => {
  const wanted = { email: 'a@b.example', scopes: ['dags:read'] };

  it('turns the claim into a session', async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const { status, body } = await at.answer(claim, { ...wanted, email: ' A@B.example ', handle: '@Ada' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      connected: true,
      scopes: ['dags:read'],
      expires_at: '2099-01-01T00:00:00Z',
      requests_per_minute: 600,
    });
    expect(kept()).toMatchObject({ key: KEY, unseen: true });
    expect(JSON.parse(at.index.asked[0]!.body)).toEqual({ ...wanted, handle: 'ada' });
  });

  it.each([
    [400, 'INVALID_REQUEST'],
    [409, 'ALREADY_ISSUED'],
    [429, 'RATE_LIMITED'],
  ])('passes a refusal with %d on, with its words and its waiting time', async (status, error_code) => {
    const said = '{"error_code":"X","message":"an active key exists","request_id":"r"}';
    at.index.replies.set('POST /onboarding/keys', reply(status, said, { 'retry-after': '120' }));
    const result = await at.refused(claim, wanted);
    expect(result).toMatchObject({ status, error_code, message: 'an active key exists' });
    expect(result.headers.get('retry-after')).toBe('120');
  });

  it('asks for no key that this browser has no room for: an index gives it once', async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const claims = () => at.index.asked.filter(({ method }) => method === 'POST').length;
    const living = Array.from({ length: MOST_CONNECTIONS }, (_, place) =>
      connectionFor({ id: `c${place}`, key_id: `k_${place}` }),
    );
    at.setRing({ in_use: 'c0', connections: living });
    expect(await at.refused(claim, wanted)).toMatchObject({
      status: 403,
      message: expect.stringContaining('leave one first'),
    });
    expect(claims()).toBe(0);

    at.setRing({ in_use: null, connections: [] });
    const { assertFits } = at.jar;
    at.jar.assertFits = () => Promise.reject(new ContractError('FORBIDDEN', 'too long for a cookie'));
    expect(await at.refused(claim, wanted)).toMatchObject({ status: 403, message: 'too long for a cookie' });
    expect(claims()).toBe(0);
    at.jar.assertFits = assertFits;

    // What can never read again makes room.
    const [first, second, ...others] = living as [Connection, Connection, ...Connection[]];
    const dead = [
      { ...first, expires_at: '2000-01-01T00:00:00Z' },
      { ...second, network: 'gone' },
    ];
    at.setRing({ in_use: 'c0', connections: [...dead, ...others] });
    expect((await at.answer(claim, wanted)).status).toBe(201);
    expect(at.ring().connections.map(({ key_id }) => key_id)).toEqual([
      ...others.map(({ key_id }) => key_id),
      'k_7Qm2',
    ]);
  });

  it('names the field of a claim that cannot be right', async () => {
    const email = await at.refused(claim, { ...wanted, email: 'nobody' });
    expect(email).toMatchObject({ status: 400, message: expect.stringContaining('email') });
    const write = await at.refused(claim, { ...wanted, scopes: ['dags:write'] });
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
    const claimed = at.index.asked.find(({ method }) => method === 'POST');
    expect(JSON.parse(claimed!.body)).toEqual({
      email: expect.stringMatching(/^visitor-[0-9a-f]{12}@demo\.invalid$/),
      scopes: [...scopes],
    });
  });

  it('does not exist on a real network', async () => {
    at.index.replies.set('GET /', reply(200, '{"network":{"name":"main"}}'));
    expect(await at.refused(demo, {})).toMatchObject({ status: 403 });
    expect(kept()).toBeUndefined();
  });
});

describe("the operator's key", () => {
  it('is offered only where there is one', async () => {
    expect(await at.refused(connect, { use: 'operator' })).toMatchObject({ status: 404 });
  });

  it('opens without a password where the operator says so, and is in no cookie', async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    const { status, body } = await at.answer(connect, { use: 'operator' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ connected: true, networks: [{ operator_key: 'open' }] });
    expect(JSON.stringify(at.ring())).not.toContain('canary-secret');
  });

  it('asks for the password, and a changed password closes the sessions of the old one', async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    at.relay.env.accessPassword = 'twelve letters';
    for (const password of [undefined, '', 'twelve letter', 'TWELVE LETTERS'])
      expect(await at.refused(connect, { use: 'operator', password })).toMatchObject({
        status: 403,
        message: 'password: this is not it',
      });
    expect(at.index.asked).toEqual([]);
    const open = await at.answer(connect, { use: 'operator', password: 'twelve letters' });
    expect(open.body).toMatchObject({ connected: true });
    at.relay.env.accessPassword = 'another twelve';
    expect((await at.answer(whoAmI, '')).body).toMatchObject({ connected: false });
  });

  it('bears so many passwords a minute and no more, from however many addresses they come', async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    at.relay.env.accessPassword = 'twelve letters';
    at.relay.env.signInsPerAddress = 2;
    const tries: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      const from = { [ADDRESS_HEADER]: `9.9.9.${count}` };
      tries.push((await at.refused(connect, { use: 'operator', password: 'guess' }, from)).status);
    }
    expect(tries.slice(18)).toEqual([403, 403, 429, 429]);
    // Who has a key of his own is not kept waiting by that.
    expect((await at.answer(connect, { key: KEY }, { [ADDRESS_HEADER]: '9.9.9.9' })).status).toBe(200);
  });
});
