import { describe, expect, it } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import {
  cookieName,
  createKeyringJar,
  EMPTY,
  MOST_CONNECTIONS,
  openKeyring,
  sealKeyring,
  withConnection,
  withoutConnection,
  type Keyring,
} from './keyring';
import { createSeals } from './seals';
import { connectionFor } from '@/lib/relay/testing/connection-for';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);
const ring: Keyring = { in_use: 'c1', connections: [connectionFor()] };

describe('a sealed ring', () => {
  it('opens again and does not show the key', async () => {
    const seal = await sealKeyring(ring, [NEW]);
    expect(seal).not.toContain('canary-secret');
    expect(Buffer.from(seal, 'base64url').toString('latin1')).not.toContain('canary-secret');
    expect(await openKeyring(seal, [NEW])).toEqual(ring);
  });

  it('outlives a rotation of the secret, and one dropped from the list closes it', async () => {
    const seal = await sealKeyring(ring, [OLD]);
    expect(await openKeyring(seal, [NEW, OLD])).toEqual(ring);
    expect(await openKeyring(await sealKeyring(ring, [NEW, OLD]), ['x'.repeat(32), NEW])).toEqual(ring);
    expect(await openKeyring(seal, [NEW])).toEqual(EMPTY);
  });

  it.each(['', 'nonsense', 'Fe26.2*1*a*b*c*d*e*f', `Fe26.2*${'1'.repeat(100_000)}`])(
    'is empty when the cookie holds %.40j',
    async (seal) => {
      expect(await openKeyring(seal, [NEW])).toEqual(EMPTY);
    },
  );

  it('is empty when one character was changed', async () => {
    const seal = await sealKeyring(ring, [NEW]);
    const at = Math.floor(seal.length / 2);
    const changed = seal.slice(0, at) + (seal[at] === 'A' ? 'B' : 'A') + seal.slice(at + 1);
    expect(await openKeyring(changed, [NEW])).toEqual(EMPTY);
  });
});

describe('several keys', () => {
  it('are kept beside each other, the newest in use; the same key again takes its own place', () => {
    const two = withConnection(ring, connectionFor({ id: 'c2', network: 'test' }));
    expect(two.in_use).toBe('c2');
    expect(two.connections.map(({ id }) => id)).toEqual(['c1', 'c2']);
    const again = withConnection(two, connectionFor({ id: 'c3' }));
    expect(again.connections.map(({ id }) => id)).toEqual(['c2', 'c3']);
  });

  it('go one by one, and another is in use then', () => {
    const two = withConnection(ring, connectionFor({ id: 'c2', network: 'test' }));
    expect(withoutConnection(two, 'c2')).toEqual(ring);
    expect(withoutConnection(two, 'c1')).toMatchObject({ in_use: 'c2' });
    expect(withoutConnection(ring, 'c1')).toEqual(EMPTY);
  });

  it('are refused in words before a browser would drop the cookie in silence', async () => {
    const many = (count: number, key: string) =>
      Array.from({ length: count }, (_, place) =>
        connectionFor({ id: `c${place}`, network: `n${place}`, key, scopes: [...scopes] }),
      );
    const full = { in_use: 'c0', connections: many(MOST_CONNECTIONS, `k.${'s'.repeat(43)}`) };
    expect(() => withConnection(full, connectionFor({ network: 'new' }))).toThrow('leave one first');

    const set: string[] = [];
    const store = {
      get: () => undefined,
      set: (_: string, value: string) => set.push(value),
      delete: () => 0,
    };
    const jar = createKeyringJar(
      store,
      createSeals([NEW], () => 0),
      false,
    );
    await jar.write(full);
    expect(set[0]?.length).toBeLessThan(4_000);
    const long = { in_use: 'c0', connections: many(MOST_CONNECTIONS, `k.${'s'.repeat(256)}`) };
    await expect(jar.write(long)).rejects.toThrow('too many keys');
    await expect(jar.assertFits(long)).rejects.toThrow('too many keys');
    await jar.assertFits(full);
    expect(set).toHaveLength(1);
  });
});

describe('the jar', () => {
  async function written(secure: boolean, value: Keyring) {
    const set: Record<string, unknown>[] = [];
    const jar = createKeyringJar(
      {
        get: () => undefined,
        set: (name, text, options) => set.push({ name, text, ...options }),
        delete: () => 0,
      },
      createSeals([NEW], () => 0),
      secure,
    );
    await jar.write(value);
    return set[0];
  }

  it.each([true, false])(
    'writes a cookie that scripts and other sites cannot use; by TLS: %s',
    async (secure) => {
      expect(await written(secure, ring)).toMatchObject({
        name: cookieName(secure),
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
      });
      expect(cookieName(secure).startsWith('__Host-')).toBe(secure);
    },
  );

  it('takes the cookie away with the last key', async () => {
    expect(await written(true, EMPTY)).toMatchObject({ text: '', maxAge: 0 });
  });
});
