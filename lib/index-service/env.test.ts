import { expect, test } from 'vitest';
import { readEnv } from './env';

test('defaults', () => {
  expect(readEnv({})).toEqual({
    INDEX_PORT: 4000,
    CHAIN_TOKEN_HEADER: 'x-token',
    CHAIN_OBJECTS_MINUTES: 60,
    DATA_DIR: '.data',
    CLAIMS_PER_HOUR: 5,
    REQUESTS_PER_MINUTE: 600,
    INDEX_HOSTS: [],
  });
});

test('host names are lower-cased, and a short secret is refused', () => {
  expect(readEnv({ INDEX_HOSTS: 'Index.example,10.0.0.7' }).INDEX_HOSTS).toEqual([
    'index.example',
    '10.0.0.7',
  ]);
  expect(() => readEnv({ INDEX_SECRET: 'hunter2' })).toThrow(/INDEX_SECRET must have at least 32/);
  expect(() => readEnv({ INDEX_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
});

test('the simulation: off, a seed, a seed with a rate', () => {
  expect(readEnv({ SIMULATE: 'off' }).SIMULATE).toBeUndefined();
  expect(readEnv({ SIMULATE: '7' }).SIMULATE).toEqual({ seed: '7', eventsPerSecond: 0.5 });
  expect(readEnv({ SIMULATE: '7:2.5' }).SIMULATE).toEqual({ seed: '7', eventsPerSecond: 2.5 });
  expect(readEnv({ SIMULATE: '' }).SIMULATE).toBeUndefined();
});

test('the chain: its first checkpoint, the header of the token, the file of another deployment', () => {
  const read = (from: Record<string, string>) => () => readEnv(from);
  expect(readEnv({ CHAIN_FROM: '0' }).CHAIN_FROM).toBe(0n);
  expect(readEnv({ CHAIN_FROM: '999999999999999' }).CHAIN_FROM).toBe(999_999_999_999_999n);
  for (const wrong of ['-1', '1.5', '1e3', '0x10', 'genesis', '1000000000000000'])
    expect(read({ CHAIN_FROM: wrong }), wrong).toThrow(/CHAIN_FROM must be the number of a checkpoint/);
  expect(readEnv({ CHAIN_TOKEN_HEADER: 'Authorization' }).CHAIN_TOKEN_HEADER).toBe('authorization');
  for (const wrong of ['x token', 'x-token:', 'x-token\r\nhost', 'a'.repeat(65)])
    expect(read({ CHAIN_TOKEN_HEADER: wrong }), wrong).toThrow(
      /CHAIN_TOKEN_HEADER must be the name of a header/,
    );
  expect(readEnv({ CHAIN_TOKEN: 'Bearer secret' }).CHAIN_TOKEN).toBe('Bearer secret');
  expect(read({ CHAIN_TOKEN: ' secret' })).toThrow(/CHAIN_TOKEN must be 1 to 512 printable/);
  expect(readEnv({ CHAIN_PACKAGES: 'packages.json' }).CHAIN_PACKAGES).toBe('packages.json');
  const empty = readEnv({ CHAIN_FROM: '', CHAIN_TOKEN_HEADER: '', CHAIN_PACKAGES: '' });
  expect(empty).toEqual(readEnv({}));
});

test('every fault is named at once, and a password is not', () => {
  const read = () =>
    readEnv({
      INDEX_PORT: '70000',
      SIMULATE: '7:often',
      SIMULATE_NOW: 'noon',
      DATABASE_URL: 'mysql://root:hunter2@db',
      CLAIMS_PER_HOUR: '-1',
    });
  expect(read).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /INDEX_PORT[\s\S]*SIMULATE [\s\S]*SIMULATE_NOW[\s\S]*DATABASE_URL[\s\S]*CLAIMS_PER_HOUR/,
      ) as string,
    }),
  );
  expect(read).not.toThrow(/hunter2/);
});

test('the payment authority: a public Ed25519 key, never a private one, never in a message', () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43) };
  const read = (value: unknown) => readEnv({ PAYMENT_AUTHORITY_JWK: JSON.stringify(value) });
  expect(read({ ...jwk, use: 'sig' }).PAYMENT_AUTHORITY_JWK).toEqual(jwk);
  const secret = 'hunter2';
  for (const wrong of [{ ...jwk, d: secret }, { ...jwk, crv: 'X25519' }, { kty: 'oct', k: secret }, secret]) {
    expect(() => read(wrong)).toThrow(/PAYMENT_AUTHORITY_JWK must be a public Ed25519 JWK/);
    expect(() => read(wrong)).not.toThrow(/hunter2/);
  }
});
