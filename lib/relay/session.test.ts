import { describe, expect, it } from 'vitest';
import {
  cookieSeconds,
  createSessionJar,
  openSession,
  sealSession,
  SESSION_COOKIE,
  type Session,
} from './session';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);
const NOW = Date.parse('2026-11-21T12:00:00Z');
const now = () => NOW;
const session: Session = {
  key: 'k_1.secret-of-the-key',
  key_id: 'k_1',
  scopes: ['dags:read'],
  expires_at: null,
};

describe('a sealed session', () => {
  it('opens again and does not show the key', async () => {
    const seal = await sealSession(session, [NEW]);
    expect(seal).not.toContain('secret-of-the-key');
    expect(Buffer.from(seal, 'base64url').toString('latin1')).not.toContain('secret-of-the-key');
    expect(await openSession(seal, [NEW], now)).toEqual(session);
  });

  it('outlives a rotation of the secret, and one dropped from the list closes it', async () => {
    const seal = await sealSession(session, [OLD]);
    expect(await openSession(seal, [NEW, OLD], now)).toEqual(session);
    expect(await openSession(await sealSession(session, [NEW, OLD]), ['x'.repeat(32), NEW], now)).toEqual(
      session,
    );
    expect(await openSession(seal, [NEW], now)).toBeUndefined();
  });

  it.each(['', 'nonsense', 'Fe26.2*1*a*b*c*d*e*f'])(
    'is no session when the cookie holds %j',
    async (seal) => {
      expect(await openSession(seal, [NEW], now)).toBeUndefined();
    },
  );

  it('is no session when one character was changed', async () => {
    const seal = await sealSession(session, [NEW]);
    const at = Math.floor(seal.length / 2);
    const changed = seal.slice(0, at) + (seal[at] === 'A' ? 'B' : 'A') + seal.slice(at + 1);
    expect(await openSession(changed, [NEW], now)).toBeUndefined();
  });

  it('ends when its key expires', async () => {
    const lapsed = await sealSession({ ...session, expires_at: '2026-11-21T11:59:59Z' }, [NEW]);
    const fresh = await sealSession({ ...session, expires_at: '2026-11-21T12:00:01Z' }, [NEW]);
    expect(await openSession(lapsed, [NEW], now)).toBeUndefined();
    expect(await openSession(fresh, [NEW], now)).toBeDefined();
    expect(cookieSeconds('2026-11-21T12:00:10Z', NOW)).toBe(10);
    expect(cookieSeconds('2027-11-21T12:00:10Z', NOW)).toBe(30 * 24 * 60 * 60);
    expect(cookieSeconds('soon', NOW)).toBe(30 * 24 * 60 * 60);
  });
});

it('a jar writes a cookie that scripts and other sites cannot use', async () => {
  const set: Record<string, unknown>[] = [];
  const jar = createSessionJar(
    {
      get: () => undefined,
      set: (name, value, options) => set.push({ name, value, ...options }),
      delete: () => 0,
    },
    [NEW],
    now,
  );
  await jar.write(session, { secure: true });
  expect(set[0]).toMatchObject({
    name: SESSION_COOKIE,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: true,
  });
});
