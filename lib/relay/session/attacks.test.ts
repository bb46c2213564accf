// Attacks on sessions that once succeeded: fixation, revived cookies, scrypt floods, lockouts, and ways around the access password.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoveryFile } from '@/lib/contract/session';
import { ADDRESS_HEADER } from '@/lib/relay/server/client-address';
import { ISSUED, KEY, startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';
import { count } from '@/scripts/test-size';
import {
  claim,
  connect,
  demo,
  disconnect,
  recovery,
  restore,
  reveal,
  revoke,
  unlock,
  use,
  whoAmI,
  type Act,
} from './routes';
import { readingSession, sessionOf } from './session';

let at: SessionConsole;
beforeEach(async () => {
  at = await startSessionConsole();
  at.index.replies.set('POST /onboarding/keys', reply(201, ISSUED));
});
afterEach(() => at.close());

const CLAIM = { email: 'victim@b.example', scopes: ['dags:read'] };
const cookieHeader = (browser: Map<string, string>) =>
  [...browser].map(([name, value]) => `${name}=${value}`).join('; ');

describe('session fixation', () => {
  it('an older cookie never receives what the victim does later', async () => {
    at.relay.env.KEY_REVEAL = 'once';
    await at.hold({ id: 'planted', key: 'k_attacker.canary-secret', key_id: 'k_attacker' });
    const planted = { cookie: cookieHeader(at.browser) };
    const { body } = await at.answer(claim, CLAIM);
    const victim = String(body['connection']);

    const attacker = startAttacker(planted);
    for (const connection of [victim, 'planted']) {
      const attempts: [Act, object][] = [
        [use, { connection }],
        [recovery, { connection, passphrase: 'ten letters' }],
        [reveal, { connection }],
        [revoke, { connection, confirm: 'k_7Qm2' }],
        [disconnect, { connection: victim }],
      ];
      for (const [act, sent] of attempts) {
        const response = await attacker(act, sent);
        expect(JSON.stringify(response.body)).not.toMatch(/k_7Qm2|"key":/);
        expect(response.headers.getSetCookie().join()).not.toContain(victim);
      }
    }
    // The victim's session has noticed nothing.
    expect((await sessionOf(at.relay, at.cookies())).key).toBe(KEY);
  });

  it('ids are new at each connect, whatever the browser brings', async () => {
    const seen = new Set<unknown>();
    for (let count = 0; count < 3; count += 1)
      seen.add((await at.answer(connect, { key: KEY })).body['connection']);
    expect(seen.size).toBe(3);
  });
});

/** Requests with a fixed cookie: what they set goes nowhere. */
function startAttacker(headers: Record<string, string>) {
  return async (act: Act, body: object) => {
    const cookies = new Map(at.browser);
    const response = await at.answer(act, body, headers);
    at.browser.clear();
    for (const [name, value] of cookies) at.browser.set(name, value);
    return response;
  };
}

describe('a copied cookie', () => {
  it.each(['disconnected', 'revoked'] as const)('opens nothing once its session was %s', async (how) => {
    at.index.replies.set('DELETE /tokens', reply(204, ''));
    const id = String((await at.answer(connect, { key: KEY })).body['connection']);
    const copy = { cookie: cookieHeader(at.browser) };
    expect((await readingSession(at.relay, new Headers(copy))).key).toBe(KEY);
    if (how === 'disconnected') await at.answer(disconnect, { connection: id });
    else await at.answer(revoke, { connection: id, confirm: 'k_7Qm2' });

    const attacker = startAttacker(copy);
    expect((await attacker(whoAmI, {})).body).toMatchObject({ connected: false, connections: [] });
    await expect(readingSession(at.relay, new Headers(copy))).rejects.toMatchObject({ status: 401 });
    for (const act of [use, reveal, recovery])
      expect((await attacker(act, { connection: id, passphrase: 'ten letters' })).status).toBe(401);
  });

  it('stays ended until its cookie has expired everywhere', async () => {
    const remembered = vi.spyOn(at.relay.revoked, 'add');
    const cookieLine = (await at.answer(connect, { key: KEY })).headers.getSetCookie()[0] ?? '';
    const expires = Date.now() + 1000 * Number(/Max-Age=(\d+)/.exec(cookieLine)?.[1]);
    const [connection] = await at.cookies().connections();
    await at.answer(disconnect, { connection: connection?.id });
    const [id, until] = remembered.mock.lastCall ?? [];
    expect(id).toBe(connection?.id);
    expect(Math.abs(Number(until) - expires)).toBeLessThan(120_000);
  });

  it('ends the streams that are open under it', async () => {
    await at.hold({ id: 'c1' }, { id: 'c2' });
    const ended: string[] = [];
    at.relay.revoked.onAdd('c1', () => ended.push('c1'));
    const stop = at.relay.revoked.onAdd('c2', () => ended.push('c2'));
    stop();
    await at.answer(disconnect, { connection: 'c1' });
    await at.answer(disconnect, { connection: 'c2' });
    expect(ended).toEqual(['c1']);
  });
});

describe('a flood of session requests', () => {
  const seal = (number: number) => `Fe26.2*1*${number}*${'b'.repeat(22)}*c**${'d'.repeat(64)}*e~2`;
  const forged = (from: number) => {
    const [name = ''] = at.browser.keys();
    const names = Array.from({ length: 12 }, (_, place) => name.replace(/[^-]*$/, `forged${place}`));
    return names.map((forgedName, place) => `${forgedName}=${seal(from + place)}`).join('; ');
  };

  it.each([
    ['the session', whoAmI],
    ['switching', use],
    ['disconnecting', disconnect],
    ['revoking', revoke],
    ['revealing', reveal],
    ['the access password', unlock],
    ['no act at all', disconnect],
  ] as const)('is refused by address: %s', async (_, act) => {
    at.relay.env.READS_PER_ADDRESS = 3;
    await at.hold({ id: 'c1' });
    const body = act === disconnect ? '{' : { connection: 'c9', confirm: 'x', password: 'guess' };
    const from = (address: string) => ({ [ADDRESS_HEADER]: address });
    for (let count = 0; count < 3; count += 1)
      expect((await at.answer(act, body, from('6.6.6.6'))).status).not.toBe(429);
    expect((await at.answer(act, body, from('6.6.6.6'))).status).toBe(429);
    expect((await at.answer(act, body, from('7.7.7.7'))).status).not.toBe(429);
  });

  it('counts every forged cookie as a request, and tries none twice', async () => {
    at.relay.env.READS_PER_ADDRESS = 40;
    await at.hold({ id: 'c1' });
    const accepted: string[] = [];
    const { limits } = at.relay;
    at.relay.limits = {
      ...limits,
      take: (key, most) => {
        accepted.push(key);
        return limits.take(key, most);
      },
    };
    const send = async (from: number) =>
      (await at.answer(whoAmI, '', { cookie: forged(from), [ADDRESS_HEADER]: '6.6.6.6' })).status;
    const statuses = [];
    for (let round = 0; round < 5; round += 1) statuses.push(await send(100 * round));
    // Three requests with twelve forged cookies each, and then nothing is opened any more.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const before = accepted.length;
    await at.answer(whoAmI, '', { cookie: forged(0), [ADDRESS_HEADER]: '7.7.7.7' });
    expect(accepted.slice(before)).toEqual(['address 7.7.7.7']);
  });
});

describe('two consoles on one host name', () => {
  it("do not use each other's sessions, whichever port or host the browser names", async () => {
    await at.answer(connect, { key: KEY });
    const state = async (headers: Record<string, string>) =>
      (await at.answer(whoAmI, '', headers)).body['connected'];
    expect(await state({})).toBe(true);
    for (const host of ['console.example:3001', 'CONSOLE.EXAMPLE:8080'])
      expect([host, await state({ host })]).toEqual([host, false]);
    // A proxy that changes the host passes on the original one.
    expect(await state({ host: '127.0.0.1:3001', 'x-forwarded-host': 'console.example' })).toBe(true);
  });

  it('are one console where they are replicas behind one public address', async () => {
    at.relay.env.PUBLIC_URL = new URL('https://console.example');
    const port = (number: number) => ({
      host: `console.example:${number}`,
      origin: `http://console.example:${number}`,
    });
    await at.answer(connect, { key: KEY }, port(3001));
    for (const headers of [port(3002), { host: 'localhost:3002' }])
      expect((await at.answer(whoAmI, '', headers)).body['connected']).toBe(true);
    at.relay.env.PUBLIC_URL = new URL('https://console.example:8443');
    expect((await at.answer(whoAmI, '', port(3001))).body['connected']).toBe(false);
  });
});

describe('a flood of recovery files', () => {
  it('is refused beyond a short queue, while another visitor is answered', async () => {
    at.relay.env.SIGN_INS_PER_ADDRESS = 1_000;
    await at.hold({ id: 'c1', key: KEY, key_id: 'k_7Qm2' });
    const passphrase = 'ten letters';
    const file = recoveryFile.parse((await at.answer(recovery, { connection: 'c1', passphrase })).body);
    const from = performance.now();
    const flood = Array.from({ length: 60 }, (_, count) =>
      at.answer(restore, { file, passphrase: `guess ${count}` }, { [ADDRESS_HEADER]: `9.9.9.${count}` }),
    );
    // Not behind 60 derivations of a tenth of a second each.
    await at.answer(whoAmI, '');
    const waited = performance.now() - from;
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    const took = performance.now() - from;
    // Ten guesses per file, from however many addresses.
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect(waited).toBeLessThan(took);
    expect(await at.refused(restore, { file, passphrase })).toMatchObject({ status: 429 });
  });
});

describe('the access password', () => {
  const PASSWORD = 'twelve letters';
  beforeEach(() => {
    at.relay.env.ACCESS_PASSWORD = PASSWORD;
    at.relay.env.SIGN_INS_PER_ADDRESS = 100_000;
    at.index.replies.set('GET /', reply(200, '{"network":{"name":"demo","simulated":true,"log_id":"L1"}}'));
  });

  it("comes first: no claim, demo, visitor's key, restore or read works without it", async () => {
    const file = {
      format: 'dagscope-claim-1',
      network: 'index',
      made_at: '2026-01-01T00:00:00Z',
      sealed: 'Fe26.2*1*a',
    };
    const ways: [Act, object][] = [
      [claim, CLAIM],
      [demo, {}],
      [connect, { key: KEY }],
      [restore, { file }],
      [connect, { use: 'operator' }],
    ];
    for (const [act, body] of ways) expect(await at.refused(act, body)).toMatchObject({ status: 403 });
    // Nor a session from before the password was set.
    await at.hold({ id: 'c1', key: KEY });
    expect((await at.answer(whoAmI, '')).body).toMatchObject({
      password_for: 'everything',
      connected: false,
      connections: [],
    });
    await expect(sessionOf(at.relay, at.cookies())).rejects.toMatchObject({ status: 401 });
    expect(at.index.requests.filter(({ url }) => url !== '/')).toEqual([]);

    expect((await at.answer(unlock, { password: PASSWORD })).body).toMatchObject({
      password_for: 'nothing',
      connected: true,
    });
    expect((await at.answer(demo, {})).status).toBe(201);
  });

  it("protects only the operator's key where a setting says so", async () => {
    at.relay.env.ACCESS_PASSWORD_FOR = 'operator_key';
    at.relay.networks.get('index')!.env.operatorKey = KEY;
    expect((await at.answer(demo, {})).status).toBe(201);
    expect(await at.refused(connect, { use: 'operator' })).toMatchObject({ status: 403 });
    await at.hold({ id: 'c1', key: null });
    await expect(sessionOf(at.relay, at.cookies())).rejects.toMatchObject({ status: 401 });
    expect((await at.answer(unlock, { password: PASSWORD })).body).toMatchObject({ connected: true });
  });

  it('works at once from an address without failures, whatever other addresses do', async () => {
    const from = (address: string) => ({ [ADDRESS_HEADER]: address });
    for (let guess = 0; guess < 12; guess += 1)
      expect((await at.refused(unlock, { password: 'guess' }, from('6.6.6.6'))).status).toBe(
        guess < 10 ? 403 : 429,
      );
    for (let visitor = 0; visitor < count(300, 20_000); visitor += 1)
      await at.answer(unlock, { password: 'guess' }, from(`7.7.${visitor >> 8}.${visitor & 255}`));
    // The flood locked out no other address and did not reset the guesser's count.
    expect((await at.answer(unlock, { password: PASSWORD }, from('8.8.8.8'))).status).toBe(200);
    expect((await at.refused(unlock, { password: PASSWORD }, from('6.6.6.6'))).status).toBe(429);
  });

  it('cannot be guessed by sending guesses at once, however late they are counted', async () => {
    const { guesses } = at.relay;
    // As Redis answers: one after the other, after all requests have been read.
    let queue = Promise.resolve();
    const later = <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
      const result = queue.then(run);
      queue = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    };
    at.relay.guesses = {
      take: (key, most) => later(() => guesses.take(key, most)),
      giveBack: (key) => later(() => guesses.giveBack(key)),
    };
    const sent = Array.from({ length: 60 }, (_, guess) => (guess === 40 ? PASSWORD : `guess ${guess}`));
    const answers = await Promise.all(sent.map((password) => at.answer(unlock, { password })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  it('does not count the visitors of an address who know it', async () => {
    for (let visitor = 0; visitor < 30; visitor += 1)
      expect((await at.answer(unlock, { password: PASSWORD })).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await at.answer(unlock, { password: 'guess' })).status).toBe(403);
    expect((await at.answer(unlock, { password: PASSWORD })).status).toBe(429);
  });
});

describe('a change of the session', () => {
  it.each([
    [{ origin: 'http://user@console.example' }, 403],
    [{ origin: 'http://console.example/page' }, 403],
    [{ origin: 'HTTP://CONSOLE.example' }, 403],
    [{ 'content-type': 'application/json-seq' }, 400],
    [{ 'content-type': 'application/jsonx' }, 400],
    [{ 'content-type': 'application/json+evil' }, 400],
    [{ 'content-type': 'application/json ; charset=utf-8' }, 401],
  ])('comes as JSON from a page of this console: %j is answered %i', async (headers, status) => {
    expect((await at.answer(use, { connection: 'c1' }, headers)).status).toBe(status);
  });
});
