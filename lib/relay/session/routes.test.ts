// What a visitor does with the keys of a browser: switch, disconnect, revoke, reveal, save and restore. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTION, recoveryFile } from '@/lib/contract/session';
import { claim, connect, disconnect, recovery, restore, reveal, revoke, use, whoAmI } from './routes';
import { sessionOf } from './session';
import { ISSUED, KEY, startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';

let at: SessionConsole;
const current = { id: 'c1', key: KEY, key_id: 'k_7Qm2' };
const other = { id: 'c2', key: 'k_2.canary-secret', key_id: 'k_2' };
beforeEach(async () => {
  at = await startSessionConsole();
  await at.hold(current, other);
});
afterEach(() => at.close());

it('states who the visitor is, whether or not the index responds', async () => {
  await at.index.close();
  expect((await at.answer(whoAmI, '')).body).toMatchObject({
    connected: true,
    key_id: 'k_7Qm2',
    connections: [{ id: 'c1' }, { id: 'c2' }],
    index: { reachable: false, log_id: null },
  });
});

it('answers for the connection of the page, whichever is active', async () => {
  expect((await at.answer(whoAmI, '', { [CONNECTION]: 'c2' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(use, { connection: 'c2' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(whoAmI, '', { [CONNECTION]: 'c1' })).body).toMatchObject({ key_id: 'k_7Qm2' });
  expect((await sessionOf(at.relay, at.cookies(), 'c1')).key).toBe(KEY);
  await expect(sessionOf(at.relay, at.cookies(), 'c3')).rejects.toThrow('disconnected or replaced');
  expect(await at.refused(use, { connection: 'c3' })).toMatchObject({ status: 401 });
});

it('disconnects one key and continues with the other, which stays valid at the index', async () => {
  expect((await at.answer(disconnect, { connection: 'c1' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(disconnect, { connection: 'c2' })).body).toMatchObject({ connected: false });
  expect(at.browser.size).toBe(0);
  expect(at.index.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('replaces the same key and ends its earlier connection', async () => {
  const before = at.cookies();
  const { body } = await at.answer(connect, { key: KEY });
  expect(body).toMatchObject({ connections: [{ key_id: 'k_2' }, { key_id: 'k_7Qm2' }] });
  expect(await before.connection('c1')).toBeUndefined();
  expect(await before.connection('c2')).toBeDefined();
});

describe('a session ends', () => {
  it('when its key expires, and its id is still known', async () => {
    await at.hold({ ...current, expires_at: '2000-01-01T00:00:00Z' });
    await expect(sessionOf(at.relay, at.cookies())).rejects.toThrow('k_7Qm2 expired at 2000-01-01');
    expect((await at.answer(whoAmI, '')).body).toMatchObject({
      connected: false,
      key_id: null,
      connections: [{ key_id: 'k_7Qm2', expires_at: '2000-01-01T00:00:00Z' }],
    });
  });

  it('when its index is no longer configured, even if another one has its name', async () => {
    await at.hold({ ...current, index_url: 'https://former.example' });
    await expect(sessionOf(at.relay, at.cookies())).rejects.toThrow('no longer serves the network');
    const { body } = await at.answer(whoAmI, '');
    expect(body).toMatchObject({ connected: false, connections: [{ network: null }] });
    expect(at.index.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined]);
  });
});

describe('revoking', () => {
  it('revokes the key at the index after its id was typed', async () => {
    at.index.replies.set('DELETE /tokens', reply(204, ''));
    for (const confirm of ['', 'k_7Qm', 'K_7QM2', 'revoke'])
      expect(await at.refused(revoke, { connection: 'c1', confirm })).toMatchObject({ status: 400 });
    expect(at.index.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await at.answer(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).body).toMatchObject({
      key_id: 'k_2',
    });
    const [sent] = at.index.requests.filter(({ method }) => method === 'DELETE');
    expect(sent?.headers['x-api-key']).toBe(KEY);
  });

  it.each([
    [500, 502],
    [403, 403],
    [404, 501],
    [405, 501],
    // Refused here, but accepted by /tokens/usage: the key is still valid.
    [401, 401],
  ])('keeps the key when the index responds with %d', async (status, ours) => {
    at.index.replies.set('DELETE /tokens', reply(status, '{}'));
    expect((await at.refused(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).status).toBe(ours);
    expect(await at.cookies().connection('c1')).toBeDefined();
  });

  it('counts a key that the index rejects as revoked', async () => {
    at.index.replies.set('DELETE /tokens', reply(401, ''));
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    expect((await at.answer(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).status).toBe(200);
    expect(await at.cookies().connection('c1')).toBeUndefined();
  });

  it("does not touch the operator's key", async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    await at.hold({ ...current, key: null });
    expect(await at.refused(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).toMatchObject({ status: 403 });
    expect(await at.refused(recovery, { connection: 'c1', passphrase: 'ten letters' })).toMatchObject({
      status: 403,
    });
  });
});

describe('revealing a key', () => {
  const claimed = async () => {
    at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
    const { body } = await at.answer(claim, { email: 'a@b.example', scopes: ['dags:read'] });
    return { connection: body['connection'] };
  };

  it('is refused unless the operator allows it, and for keys that were not claimed here', async () => {
    expect(await at.refused(reveal, await claimed())).toMatchObject({ status: 403 });
    at.relay.env.KEY_REVEAL = 'once';
    expect(await at.refused(reveal, { connection: 'c2' })).toMatchObject({ status: 403 });
  });

  it('happens once, also for an older cookie and for concurrent requests', async () => {
    at.relay.env.KEY_REVEAL = 'once';
    const claimedKey = await claimed();
    const before = new Map(at.browser);
    const both = await Promise.all([at.answer(reveal, claimedKey), at.answer(reveal, claimedKey)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 200)?.body).toEqual({ key: KEY });
    for (const [name, value] of before) at.browser.set(name, value);
    expect(await at.refused(reveal, claimedKey)).toMatchObject({ status: 403 });
    const { body } = await at.answer(whoAmI, '');
    expect(body['connections']).not.toContainEqual(expect.objectContaining({ may_reveal: true }));
  });
});

describe('a recovery file', () => {
  const passphrase = 'ten letters';
  const saved = async () =>
    recoveryFile.parse((await at.answer(recovery, { connection: 'c1', passphrase })).body);

  it('brings the key back into a browser that has none', async () => {
    const file = await saved();
    at.browser.clear();
    expect((await at.answer(restore, { file, passphrase })).body).toMatchObject({ key_id: 'k_7Qm2' });
    expect((await at.cookies().connections())[0]).toMatchObject({ key: KEY, claimed: false });
  });

  it('is checked like a typed key: refuses a revoked key, names a wrong passphrase', async () => {
    const file = await saved();
    expect(await at.refused(restore, { file, passphrase: 'another one' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('passphrase: '),
    });
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    expect(await at.refused(restore, { file, passphrase })).toMatchObject({ status: 401 });
  });

  it('requires a long passphrase, and the index it was made for', async () => {
    expect(await at.refused(recovery, { connection: 'c1', passphrase: 'short' })).toMatchObject({
      status: 400,
    });
    const file = await saved();
    // Another index under the same name never receives the key.
    at.relay.networks.get('index')!.env.url = 'https://another.example';
    at.index.requests.length = 0;
    expect(await at.refused(restore, { file, passphrase })).toMatchObject({ status: 400 });
    expect(at.index.requests).toEqual([]);
  });
});
