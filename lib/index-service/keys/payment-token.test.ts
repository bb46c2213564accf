// POST /tokens (spec 4.4): whose token is taken, what may be chosen, and that a token buys one key.
import {
  CompactSign,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import type { AuthorityKey } from './payment-token';

let index: MemoryService;
let signer: CryptoKey;
let stranger: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA');
  stranger = (await generateKeyPair('EdDSA')).privateKey;
  signer = pair.privateKey;
  const { kty, crv, x } = await exportJWK(pair.publicKey);
  index = await openMemoryService({ paymentAuthority: { kty, crv, x } as AuthorityKey });
});
afterAll(() => index.stop());

const seconds = () => Math.floor(index.clock.now() / 1000);
let tokens = 0;
const usual = (): JWTPayload => ({
  jti: `token-${(tokens += 1)}`,
  exp: seconds() + 600,
  scopes: ['tools:read', 'dags:read'],
  requests_per_minute: 50,
});
const signed = (changes: JWTPayload = {}, by = signer) =>
  new SignJWT({ ...usual(), ...changes }).setProtectedHeader({ alg: 'EdDSA' }).sign(by);
const redeem = (token: string | undefined, body: unknown = { scopes: ['tools:read'] }, of = index) =>
  of.call('/tokens', undefined, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

test('a token buys one key, with the chosen scopes and limit, that works at once', async () => {
  const answer = await redeem(await signed(), { scopes: ['tools:read'], requests_per_minute: 7 });
  expect(answer.status).toBe(201);
  const { key, scopes, expires_at } = answer.body as Record<string, string>;
  expect(scopes).toEqual([{ scope: 'tools:read', requests_per_minute: 7 }]);
  expect(Date.parse(expires_at ?? '')).toBe(index.clock.now() + 30 * 24 * 3_600_000);
  const used = await index.call('/tools', key);
  expect(used.status).toBe(200);
  expect(used.headers.get('ratelimit-limit')).toBe('7');
  expect((await index.call('/dags', key)).status).toBe(403);
});

test('by default a key has the whole limit of its token, and ends when the token says', async () => {
  const key_exp = seconds() + 3600;
  const { body } = await redeem(await signed({ key_exp }), { scopes: ['dags:read'] });
  expect(body).toMatchObject({
    scopes: [{ scope: 'dags:read', requests_per_minute: 50 }],
    expires_at: new Date(key_exp * 1000).toISOString(),
  });
});

test('a token that was used is refused, however often and at once it is sent', async () => {
  const token = await signed();
  const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await redeem(token)).status));
  expect(statuses.sort()).toEqual([201, ...Array.from({ length: 13 }, () => 401)]);
  // The same id in another token of the authority is the same purchase.
  const again = await signed({ jti: `token-${tokens}`, requests_per_minute: 51 });
  expect((await redeem(again)).status).toBe(401);
});

/** The answers to a token, sent at these times after `from`. */
async function statusesAt(from: number, times: readonly number[], token: string): Promise<number[]> {
  const start = index.clock.now();
  const statuses: number[] = [];
  for (const ms of times) {
    index.clock.pass(from + ms - index.clock.now());
    statuses.push((await redeem(token)).status);
  }
  index.clock.pass(start - index.clock.now());
  return statuses;
}

test.each([0.25, 0.5, 0.9995, 0.9999999])(
  'a token that ends %d s after a full second buys one key, whenever it is sent again',
  async (fraction) => {
    const end = seconds() + 600;
    const token = await signed({ exp: end + fraction });
    const times = [
      -1_000,
      -1,
      0,
      100,
      Math.ceil(fraction * 1000) - 1,
      Math.ceil(fraction * 1000),
      999,
      1_000,
    ];
    const [first, ...later] = await statusesAt(end * 1000, times, token);
    expect(first).toBe(201);
    expect(new Set(later)).toEqual(new Set([401]));
  },
);

test('the mark of a used token outlives it by more than clocks differ', async () => {
  const exp = seconds() + 600;
  const token = await signed({ exp });
  expect(await statusesAt(exp * 1000, [-1], token)).toEqual([201]);
  // A process whose clock is ahead deletes what has expired there.
  expect(await statusesAt(exp * 1000, [3_600_000], await signed({ exp: exp + 7_200 }))).toEqual([201]);
  expect(await statusesAt(exp * 1000, [-1], token)).toEqual([401]);
});

test('a token and its key begin and end at their millisecond', async () => {
  const now = seconds();
  const at = async (changes: JWTPayload, ms: number) =>
    (await statusesAt(now * 1000, [ms], await signed(changes)))[0];
  const exp = now + 100.5;
  expect(await at({ exp }, 100_499)).toBe(201);
  for (const ms of [100_500, 100_900, 100_999]) expect(await at({ exp }, ms)).toBe(401);
  expect(await at({ key_exp: exp }, 100_499)).toBe(201);
  expect(await at({ key_exp: exp }, 100_500)).toBe(401);
  expect(await at({ nbf: now + 1.5 }, 1_499)).toBe(401);
  expect(await at({ nbf: now + 1.5 }, 2_000)).toBe(201);
});

test('a time that is no time is a 401, never an error', async () => {
  /** With a claim as JSON text, in place of that of the usual ones. */
  const withClaim = async (name: string, text: string) => {
    const { [name]: _replaced, ...rest } = usual();
    const all = JSON.stringify(rest).replace(/^\{/, `{"${name}":${text},`);
    return new CompactSign(new TextEncoder().encode(all)).setProtectedHeader({ alg: 'EdDSA' }).sign(signer);
  };
  const statusOf = async (name: string, text: string) => (await redeem(await withClaim(name, text))).status;
  const refused: Record<string, string[]> = {
    exp: ['0', '-1', '-1e999', '5e-324', '253402300799.5', '1e300', '1e999'],
    key_exp: ['0', '-1', '1e300', '1e999'],
    nbf: ['1e300', '1e999'],
    iat: [],
  };
  for (const [name, times] of Object.entries(refused))
    for (const text of [...times, '"x"', '""', 'null', 'true', '[]', '{}', '"NaN"', '"9999999999"'])
      expect([name, text, await statusOf(name, text)]).toEqual([name, text, 401]);
  for (const name of ['nbf', 'iat'])
    for (const text of ['-1', '0.5', '-1e300']) expect(await statusOf(name, text)).toBe(201);
});

test('what the token does not allow is a 400 that names it, and does not spend the token', async () => {
  const token = await signed();
  expect(await redeem(token, { scopes: ['tools:read', 'leaders:read'] })).toMatchObject({
    status: 400,
    body: { message: 'scopes: the token does not allow leaders:read' },
  });
  expect((await redeem(token, { scopes: ['tools:read'], requests_per_minute: 51 })).status).toBe(400);
  expect((await redeem(token, { scopes: [] })).status).toBe(400);
  expect((await redeem(token, 'scopes')).status).toBe(400);
  expect((await redeem(token)).status).toBe(201);
});

test('a token that is foreign, unsigned, expired, not yet valid, for another audience or without its claims is a 401', async () => {
  const bad = [
    undefined,
    'not.a.token',
    'x',
    await signed({}, stranger),
    new UnsecuredJWT(usual()).encode(),
    await signed({ exp: seconds() - 1 }),
    await signed({ nbf: seconds() + 60 }),
    await signed({ key_exp: seconds() - 1 }),
    await signed({ aud: 'another-index' }),
    await signed({ jti: undefined }),
    await signed({ exp: undefined }),
    await signed({ scopes: undefined }),
    await signed({ requests_per_minute: 0 }),
    `${(await signed()).slice(0, -4)}AAAA`,
  ];
  for (const token of bad) {
    const answer = await redeem(token);
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'UNAUTHENTICATED' } });
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    if (token !== undefined && token.length > 1) expect(JSON.stringify(answer.body)).not.toContain(token);
  }
  expect((await redeem(await signed({ aud: ['dagscope-index'] }))).status).toBe(201);
});

test('without an authority no token is taken', async () => {
  const alone = await openMemoryService({ over: index });
  try {
    expect((await redeem(await signed(), undefined, alone)).status).toBe(401);
  } finally {
    await alone.service.stop();
  }
});
