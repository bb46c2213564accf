// What a visitor does with the keys of a browser: switch, leave, revoke, show, save and restore. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTION, recoveryFile } from '@/lib/contract/session';
import { recovery, restore } from './recovery-routes';
import { sessionOf } from './session';
import { claim, leave, reveal, revoke, use, whoAmI } from './session-routes';
import { connectionFor } from '@/lib/relay/testing/connection-for';
import { ISSUED, KEY, startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';

let at: SessionConsole;
const mine = connectionFor({ id: 'c1', key: KEY, key_id: 'k_7Qm2' });
const other = connectionFor({ id: 'c2', key: 'k_2.canary-secret', key_id: 'k_2' });
beforeEach(async () => {
  at = await startSessionConsole();
  at.setRing({ in_use: 'c1', connections: [mine, other] });
});
afterEach(() => at.close());

it('tells who the visitor is, index or no index', async () => {
  await at.index.close();
  expect((await at.answer(whoAmI, '')).body).toMatchObject({
    connected: true,
    key_id: 'k_7Qm2',
    connections: [{ id: 'c1' }, { id: 'c2' }],
    index: { reachable: false, log_id: null },
  });
});

it('answers a page for the connection it was made for, whichever is in use', async () => {
  expect((await at.answer(whoAmI, '', { [CONNECTION]: 'c2' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(use, { connection: 'c2' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(whoAmI, '', { [CONNECTION]: 'c1' })).body).toMatchObject({ key_id: 'k_7Qm2' });
  expect(sessionOf(at.relay, at.ring(), 'c1').key).toBe(KEY);
  expect(() => sessionOf(at.relay, at.ring(), 'c3')).toThrow('was left or replaced');
  expect(await at.refused(use, { connection: 'c3' })).toMatchObject({ status: 401 });
});

it('leaves one key and goes on with the other', async () => {
  expect((await at.answer(leave, { connection: 'c1' })).body).toMatchObject({ key_id: 'k_2' });
  expect((await at.answer(leave, { connection: 'c2' })).body).toMatchObject({ connected: false });
  expect(at.index.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe('a session ends', () => {
  it('when its key lapses, and it can still be said which one', async () => {
    const lapsed = { ...mine, expires_at: '2000-01-01T00:00:00Z' };
    at.setRing({ in_use: 'c1', connections: [lapsed] });
    expect(() => sessionOf(at.relay, at.ring())).toThrow('k_7Qm2 lapsed at 2000-01-01');
    expect((await at.answer(whoAmI, '')).body).toMatchObject({
      connected: false,
      key_id: null,
      connections: [{ key_id: 'k_7Qm2', expires_at: '2000-01-01T00:00:00Z' }],
    });
  });

  it('when its network is no longer configured', () => {
    at.setRing({ in_use: 'c1', connections: [{ ...mine, network: 'gone' }] });
    expect(() => sessionOf(at.relay, at.ring())).toThrow('no longer reads the network gone');
  });
});

describe('revoking', () => {
  it('ends the key at the index once its id was typed', async () => {
    at.index.replies.set('DELETE /tokens', reply(204, ''));
    for (const confirm of ['', 'k_7Qm', 'K_7QM2'])
      expect(await at.refused(revoke, { connection: 'c1', confirm })).toMatchObject({ status: 400 });
    expect(at.index.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await at.answer(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).body).toMatchObject({
      key_id: 'k_2',
    });
    const [sent] = at.index.asked.filter(({ method }) => method === 'DELETE');
    expect(sent?.headers['x-api-key']).toBe(KEY);
  });

  it('keeps the key when the index would not end it', async () => {
    at.index.replies.set('DELETE /tokens', reply(500, '{}'));
    expect(await at.refused(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).toMatchObject({ status: 502 });
    expect(at.ring().connections).toHaveLength(2);
  });

  it("does not touch the operator's key", async () => {
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    const { guardOf } = await import('./session');
    at.setRing({ in_use: 'c1', connections: [{ ...mine, key: null, guard: guardOf(at.relay) }] });
    expect(await at.refused(revoke, { connection: 'c1', confirm: 'k_7Qm2' })).toMatchObject({ status: 403 });
    expect(await at.refused(recovery, { connection: 'c1', passphrase: 'ten letters' })).toMatchObject({
      status: 403,
    });
  });
});

describe('showing a key', () => {
  beforeEach(() => at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED)));
  const claimed = async () => {
    await at.answer(claim, { email: 'a@b.example', scopes: ['dags:read'] });
    return { connection: at.ring().in_use };
  };

  it('does not happen unless the operator allows it', async () => {
    expect(await at.refused(reveal, await claimed())).toMatchObject({ status: 403 });
  });

  it('happens once after a claim, also to whoever kept the older cookie', async () => {
    at.relay.env.keyReveal = 'once';
    const asked = await claimed();
    const before = at.ring();
    expect((await at.answer(reveal, asked)).body).toEqual({ key: KEY });
    expect(await at.refused(reveal, asked)).toMatchObject({ status: 403 });
    at.setRing(before);
    expect(await at.refused(reveal, asked)).toMatchObject({ status: 403 });
  });

  it('never happens to a key that the visitor brought', async () => {
    at.relay.env.keyReveal = 'once';
    expect(await at.refused(reveal, { connection: 'c1' })).toMatchObject({ status: 403 });
  });
});

describe('a recovery file', () => {
  const passphrase = 'ten letters';
  const saved = async () =>
    recoveryFile.parse((await at.answer(recovery, { connection: 'c1', passphrase })).body);

  it('brings the key back into a browser that has none', async () => {
    const file = await saved();
    at.setRing({ in_use: null, connections: [] });
    expect((await at.answer(restore, { file, passphrase })).body).toMatchObject({ key_id: 'k_7Qm2' });
    expect(at.ring().connections[0]).toMatchObject({ key: KEY, unseen: false });
  });

  it('is checked like a typed key: a dead one is refused, a wrong passphrase named', async () => {
    const file = await saved();
    expect(await at.refused(restore, { file, passphrase: 'another one' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('passphrase: '),
    });
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    expect(await at.refused(restore, { file, passphrase })).toMatchObject({ status: 401 });
  });

  it('needs a passphrase worth the name, and a network of this console', async () => {
    expect(await at.refused(recovery, { connection: 'c1', passphrase: 'short' })).toMatchObject({
      status: 400,
    });
    const file = { ...(await saved()), network: 'elsewhere' };
    expect(await at.refused(restore, { file, passphrase })).toMatchObject({ status: 400 });
  });
});
