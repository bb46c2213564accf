import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { connectionFor } from '@/lib/relay/testing/connection-for';
import { createRevokedIds, type RevokedIds } from './revoked-ids';
import {
  connectionCookie,
  cookieScope,
  cookieExpiry,
  createSessionCookies,
  MAX_CONNECTIONS,
  newConnection,
  seal,
  type Connection,
  type SessionCookies,
} from './session-cookie';

const SECRET = 'n'.repeat(32);
const OLD_SECRET = 'o'.repeat(32);

let revoked: RevokedIds;
beforeEach(() => {
  revoked = createRevokedIds(undefined, () => 0);
});

const NAMING = { secure: false, scope: cookieScope(':3000', 'http://index.example') };

function read(header: string, secrets: readonly string[] = [SECRET], secure = false): SessionCookies {
  return createSessionCookies({ secrets, revoked, steadyNow: () => 0 })(header, { ...NAMING, secure });
}
async function cookieFor(connection: Connection, secret = SECRET): Promise<string> {
  return `${connectionCookie(connection.id, NAMING)}=${await seal(connection, [secret])}`;
}
const ids = async (cookies: SessionCookies) => (await cookies.connections()).map(({ id }) => id);
const connections = (count: number, facts: Partial<Connection> = {}) =>
  Array.from({ length: count }, (_, at) => connectionFor({ id: `c${at}`, connected_at: at, ...facts }));

describe('a sealed connection', () => {
  const sealed = connectionFor();

  it('opens again, does not show the key, and has a random id', async () => {
    const cookie = await cookieFor(sealed);
    expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')).not.toContain('canary');
    expect(cookie).not.toContain('canary');
    expect(await read(cookie).connection('c1')).toEqual(sealed);
    const { kind: _kind, id: _id, connected_at: _at, ...facts } = sealed;
    const made = [newConnection(facts, 1), newConnection(facts, 1)].map(({ id }) => id);
    expect(made[0]).toMatch(/^[\w-]{22}$/);
    expect(made[1]).not.toBe(made[0]);
  });

  it('opens no longer than its end is remembered, however late it was sealed again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const connected = connectionFor({ connected_at: Date.now() });
      const opens = async (line: string) => (await ids(read(line.split(';')[0] ?? ''))).length > 0;
      const [first = ''] = await read('').replace(connected);
      const day = 86_400_000;
      vi.setSystemTime(connected.connected_at + 39 * day);
      expect(await opens(first)).toBe(true);
      const [again = ''] = await read(first).replace(connected);
      expect(await opens(again)).toBe(true);
      vi.setSystemTime(cookieExpiry(connected));
      expect([await opens(first), await opens(again)]).toEqual([false, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('survives a rotation of the secret; a secret dropped from the list closes it', async () => {
    const cookie = await cookieFor(sealed, OLD_SECRET);
    expect(await ids(read(cookie, [SECRET, OLD_SECRET]))).toEqual(['c1']);
    expect(await ids(read(cookie))).toEqual([]);
  });

  it('opens only unchanged and under its name', async () => {
    const cookie = await cookieFor(sealed);
    expect(await ids(read(cookie.replace('key-c1=', 'key-c2=')))).toEqual([]);
    const middle = Math.floor(cookie.length / 2);
    const changed = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
    expect(await ids(read(changed))).toEqual([]);
    for (const junk of ['', 'nonsense', 'Fe26.2*1*a*b*c*d*e*f', `Fe26.2*${'1'.repeat(100_000)}`])
      expect(await ids(read(`${connectionCookie('c1', NAMING)}=${junk}`))).toEqual([]);
  });

  it('no longer opens once it was ended, also from memory', async () => {
    const cookies = read(await cookieFor(sealed));
    expect(await ids(cookies)).toEqual(['c1']);
    await revoked.add('c1', 1);
    expect(await ids(cookies)).toEqual([]);
    expect(await cookies.connection('c1')).toBeUndefined();
  });

  it('counts as absent when its name occurs twice with different values', async () => {
    const [genuine, planted] = [
      await cookieFor(sealed),
      await cookieFor({ ...sealed, key: 'k.planted-by-another' }),
    ];
    expect(await ids(read(`${genuine}; ${planted}`))).toEqual([]);
    expect(await ids(read(`${planted}; ${genuine}`))).toEqual([]);
    expect(await ids(read(`${genuine}; ${genuine}`))).toEqual(['c1']);
    expect(
      read(`dagscope-${NAMING.scope}-active=c1; dagscope-${NAMING.scope}-active=c2`).activeId,
    ).toBeUndefined();
  });
});

describe('several connections', () => {
  it('are independent: a concurrent response never takes away another key', async () => {
    const [first, second] = connections(2) as [Connection, Connection];
    const empty = read('');
    // Both requests were sent before either response arrived.
    const lines = [await empty.add(first, []), await empty.add(second, [])];
    const browser = lines.reduce((cookies, line) => cookies.after(line), empty);
    expect(await ids(browser)).toEqual(['c0', 'c1']);
    expect(browser.activeId).toBe('c1');
    const remaining = browser.after(browser.remove([second]));
    expect(await ids(remaining)).toEqual(['c0']);
  });

  it('are six at most, and removed connections make room', async () => {
    const cookies = read(
      (await Promise.all(connections(MAX_CONNECTIONS).map((connection) => cookieFor(connection)))).join('; '),
    );
    const added = connectionFor({ id: 'new' });
    await expect(cookies.add(added, [])).rejects.toThrow('already holds 6 keys');
    await expect(cookies.assertRoom([])).rejects.toThrow('already holds 6 keys');
    await cookies.assertRoom(connections(1));
    expect(await ids(cookies.after(await cookies.add(added, connections(1))))).toContain('new');
  });

  it('stay below 7 kB with all other cookies of this host, and a claim is refused before it is sent', async () => {
    const usual = { key: `k_12345678.${'s'.repeat(43)}`, scopes: [...scopes] };
    const five = read(
      (await Promise.all(connections(5, usual).map((connection) => cookieFor(connection)))).join('; '),
    );
    await five.assertRoom([]);
    const lines = await five.add(connectionFor({ id: 'c5', ...usual }), []);
    expect(lines.join('').length).toBeLessThan(1_500);

    const long = { key: 'k'.repeat(512), scopes: [...scopes] };
    const four = read(
      (await Promise.all(connections(4, long).map((connection) => cookieFor(connection)))).join('; '),
    );
    await expect(four.assertRoom([])).rejects.toThrow('no room for another key');
    await four.assertRoom(connections(1));
    await expect(read(`other=${'x'.repeat(6_800)}`).add(connectionFor(), [])).rejects.toThrow('no room');
    // What is reserved for a claim holds the longest key.
    const [line = ''] = await read('').add(connectionFor({ id: 'c'.repeat(22), ...long }), []);
    expect(line.length).toBeLessThan(2_000);
  });
});

describe('the cookies', () => {
  it.each([true, false])('cannot be used by scripts or other sites; over TLS: %s', async (secure) => {
    const cookies = read('', [SECRET], secure);
    const lines = [...(await cookies.add(connectionFor(), [])), ...(await cookies.grantAccess('pass'))];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toContain('; Path=/; Max-Age=3456000; HttpOnly; SameSite=Lax');
      expect(line.startsWith('__Host-dagscope-')).toBe(secure);
      expect(line.endsWith('; Secure')).toBe(secure);
    }
    expect(cookies.remove([connectionFor()])[0]).toContain('=; Path=/; Max-Age=0');
    expect(await cookies.after(lines).accessPass()).toBe('pass');
    // One seal is never accepted in place of another.
    const pass = lines[2]?.replace('access=', 'key-c1=') ?? '';
    expect(await ids(read('', [SECRET], secure).after([pass]))).toEqual([]);
  });
});

describe('a forged cookie', () => {
  it('is tried and reported once, and takes no room from genuine ones', async () => {
    let forged = 0;
    const open = createSessionCookies({ secrets: [SECRET], revoked, steadyNow: () => 0 });
    const cookies = (header: string) => open(header, { ...NAMING, onForged: () => (forged += 1) });
    const seals = ['c1', 'c2'].map((id) => `${connectionCookie(id, NAMING)}=Fe26.2*1*${id}*b*c*d*e*f`);
    const access = `dagscope-${NAMING.scope}-access=Fe26.2*1*a*b*c*d*e*f`;
    for (let round = 0; round < 3; round += 1) {
      await cookies([...seals, access].join('; ')).connections();
      await cookies([...seals, access].join('; ')).accessPass();
    }
    expect(forged).toBe(3);
    // One that opens as something else is forged too; one that opens is not.
    const genuine = await cookieFor(connectionFor());
    expect(await ids(cookies(genuine))).toEqual(['c1']);
    expect(
      await cookies(genuine.replace(/^[^=]+/, `dagscope-${NAMING.scope}-access`)).accessPass(),
    ).toBeUndefined();
    expect(forged).toBe(4);
  });
});

describe('consoles on one host name', () => {
  const naming = (place: string, index: string) => ({ secure: false, scope: cookieScope(place, index) });
  const at = (header: string, where: ReturnType<typeof naming>) =>
    createSessionCookies({ secrets: [SECRET], revoked, steadyNow: () => 0 })(header, where);

  it.each([
    ['another port', naming(':3001', 'http://index.example')],
    ['another index', naming(':3000', 'http://other.example')],
    ['another public address', naming('https://console.example:8443', 'http://index.example')],
  ])('neither read, name nor remove what belongs to %s', async (_, other) => {
    const here = at('', NAMING);
    const lines = [...(await here.add(connectionFor(), [])), ...(await here.grantAccess('pass'))];
    const header = lines.map((line) => line.split(';')[0]).join('; ');
    const there = at(header, other);
    expect(await ids(there)).toEqual([]);
    expect([there.activeId, await there.accessPass()]).toEqual([undefined, undefined]);
    const added = await there.add(connectionFor({ id: 'c9' }), []);
    const both = here.after(lines).after(added);
    expect([both.activeId, await ids(both), await both.accessPass()]).toEqual(['c1', ['c1'], 'pass']);
  });

  it('drop cookies of releases before there were names for each, once a key is added', async () => {
    const old = ['dagscope-key-' + 'a'.repeat(22), 'dagscope-active', 'dagscope-access'];
    const header = [...old, 'dagscope.view', 'another']
      .map((name) => `${name}=${'x'.repeat(2_500)}`)
      .join('; ');
    // They take no room either.
    const lines = await at(header.replaceAll(/dagscope\.view.*/g, ''), NAMING).add(connectionFor(), []);
    const removed = lines.filter((line) => line.includes('Max-Age=0')).map((line) => line.split('=')[0]);
    expect(removed).toEqual(old);
  });
});
