import { describe, expect, it } from 'vitest';
import { parseRelayEnv } from './env';

const secret = 'a'.repeat(32);
const KEY = 'k_1.secret-of-the-key';
const parse = (settings: Record<string, string>) => () =>
  parseRelayEnv({ SESSION_SECRET: secret, ...settings });

describe('settings of the relay', () => {
  it('lists every fault at once, without the value of a secret', () => {
    const start = () =>
      parseRelayEnv({
        SESSION_SECRET: 'short-secret',
        INDEX_URL: 'http://index.example',
        INDEX_API_KEY: KEY,
        INDEX_STREAM_KEY: 'no\u00a0key',
        STREAMS_PER_SESSION: 'many',
        KEY_REVEAL: 'always',
      });
    for (const name of [
      'SESSION_SECRET',
      'INDEX_URL',
      'INDEX_API_KEY',
      'INDEX_STREAM_KEY',
      'STREAMS_PER_SESSION',
      'KEY_REVEAL',
    ])
      expect(start).toThrow(`${name}: `);
    expect(start).not.toThrow(/short-secret|no\u00a0key|secret-of-the-key|always/);
  });

  it('requires a session secret and says how to make it', () => {
    expect(() => parseRelayEnv({})).toThrow('SESSION_SECRET: is missing');
    expect(() => parseRelayEnv({ SESSION_SECRET: '' })).toThrow('SESSION_SECRET: is missing');
  });

  it.each([
    ['https://index.example', true],
    ['https://index.example/', true],
    ['https://index.example:8443', true],
    ['http://127.0.0.1:4000', true],
    ['http://localhost:4000', true],
    ['http://[::1]:4000', true],
    ['http://index.example', false],
    ['http://127.0.0.1.example.org', false],
    ['http://127.0.0.1@example.org', false],
    ['https://user:secret@index.example', false],
    ['https://index.example/v2', true],
    ['https://index.example/api/v2/', true],
    ['https://index.example/?a=1', false],
    ['https://index.example/#a', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['index.example', false],
  ])('INDEX_URL %s is allowed: %s', (INDEX_URL, allowed) => {
    if (allowed) expect(parse({ INDEX_URL })().networks[0]?.url).toBe(INDEX_URL.replace(/\/$/, ''));
    else expect(parse({ INDEX_URL })).toThrow('INDEX_URL: must be an https URL');
  });

  it('keeps several secrets in their order, and finds the index of this machine by its port', () => {
    const env = parse({ SESSION_SECRET: `${'n'.repeat(32)}, ${secret}`, INDEX_PORT: '5399' })();
    expect(env.SESSION_SECRET).toEqual(['n'.repeat(32), secret]);
    expect(env.networks.map(({ url }) => url)).toEqual(['http://127.0.0.1:5399']);
  });

  it('trusts no proxy by default', () => {
    const trusts = (settings: Record<string, string>) =>
      ['127.0.0.1', '10.0.0.7', '192.168.1.1'].map((address) =>
        parse(settings)().TRUSTED_PROXIES.check(address),
      );
    expect(trusts({})).toEqual([false, false, false]);
    expect(trusts({ TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([false, true, false]);
    expect(trusts({ TRUSTED_PROXIES: '::1/128, 10.0.0.7,' })).toEqual([false, true, false]);
  });

  it.each(['10.0.0.5/', '::1/', '10.0.0.0/8/8', '10.0.0.0/ 8', '10.0.0.0/+8', '10.0.0.0/33', 'a/8', '/8'])(
    'refuses TRUSTED_PROXIES %s, which would be another range than meant',
    (TRUSTED_PROXIES) => {
      expect(parse({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES: must be addresses or ranges');
    },
  );

  it.each(['0x20', '1e3', '20.0', '+20', '9', '1000001', ' '])(
    'refuses MAX_CONNECTIONS %j',
    (MAX_CONNECTIONS) => {
      expect(parse({ MAX_CONNECTIONS })).toThrow(
        'MAX_CONNECTIONS: must be a whole number from 10 to 1000000',
      );
    },
  );

  it.each([
    ['https://console.example', true],
    ['https://console.example:8443/', true],
    ['http://127.0.0.1:3000', true],
    ['https://user:secret@console.example', false],
    ['https://user@console.example', false],
    ['https://:secret@console.example', false],
    ['https://console.example/#secret', false],
    ['https://console.example/?x=secret', false],
    ['https://console.example/?', false],
    ['https://console.example/#', false],
    ['https://console.example/path', false],
    ['ftp://console.example', false],
  ])('PUBLIC_URL %s is allowed: %s', (PUBLIC_URL, allowed) => {
    if (allowed) expect(parse({ PUBLIC_URL })().PUBLIC_URL?.origin).toBe(PUBLIC_URL.replace(/\/$/, ''));
    else expect(parse({ PUBLIC_URL })).toThrow('PUBLIC_URL: must be an origin');
  });

  it('takes several indexes by name, each with its own keys', () => {
    const env = parse({
      INDEX_URLS: 'main=https://main.example, test=http://127.0.0.1:4001',
      INDEX_API_KEY: `test=${KEY}`,
      PUBLIC_READ: 'true',
    })();
    expect(env.networks).toEqual([
      { name: 'main', url: 'https://main.example', operatorKey: undefined, streamKey: undefined },
      { name: 'test', url: 'http://127.0.0.1:4001', operatorKey: KEY, streamKey: undefined },
    ]);
  });

  it.each([
    ['INDEX_URLS', { INDEX_URLS: 'https://a.example' }, 'must be name=url'],
    ['INDEX_URLS', { INDEX_URLS: 'a=https://a.example,a=https://b.example' }, 'a: this name occurs twice'],
    ['INDEX_URLS', { INDEX_URLS: 'a=http://a.example' }, 'a: must be an https URL'],
    ['INDEX_URLS', { INDEX_URLS: 'a=https://a.example', INDEX_URL: 'https://b.example' }, 'INDEX_URL is set'],
    [
      'INDEX_STREAM_KEY',
      { INDEX_URLS: 'a=https://a.example,b=https://b.example', INDEX_STREAM_KEY: KEY },
      'there are several indexes; write name=key,name=key',
    ],
    [
      'EXPLORER_URL',
      {
        INDEX_URLS: 'a=https://a.example,b=https://b.example',
        EXPLORER_URL: 'https://scan.example/{kind}/{id}',
      },
      'there are several indexes; write name=address,name=address',
    ],
    ['INDEX_STREAM_KEY', { INDEX_STREAM_KEY: `elsewhere=${KEY}` }, 'there is no index named elsewhere'],
  ])('%s: %j is a fault', (variable, settings, fault) => {
    expect(parse(settings)).toThrow(`${variable}: ${fault}`);
  });
});

describe("the operator's key for every visitor", () => {
  it('does not start unguarded', () => {
    expect(parse({ INDEX_API_KEY: KEY })).toThrow('INDEX_API_KEY: anyone who can open the console');
    expect(parse({ INDEX_API_KEY: KEY, PUBLIC_READ: 'false' })).toThrow('INDEX_API_KEY: anyone');
  });

  it('starts behind a password, or open to all when that is said', () => {
    expect(parse({ INDEX_API_KEY: KEY, ACCESS_PASSWORD: 'twelve letters' })()).toMatchObject({
      ACCESS_PASSWORD: 'twelve letters',
    });
    const open = parse({ INDEX_API_KEY: KEY, PUBLIC_READ: 'true' })();
    expect(open.ACCESS_PASSWORD).toBeUndefined();
    expect(open.networks[0]?.operatorKey).toBe(KEY);
  });

  it('refuses a short password, both guards, and a guard of nothing', () => {
    const short = parse({ INDEX_API_KEY: KEY, ACCESS_PASSWORD: 'letmein' });
    expect(short).toThrow('ACCESS_PASSWORD: must have at least 12');
    expect(short).not.toThrow('letmein');
    const both = { INDEX_API_KEY: KEY, ACCESS_PASSWORD: 'twelve letters', PUBLIC_READ: 'true' };
    expect(parse(both)).toThrow('PUBLIC_READ: ACCESS_PASSWORD is set too');
    expect(parse({ ACCESS_PASSWORD: 'twelve letters' })()).toMatchObject({
      ACCESS_PASSWORD_FOR: 'everything',
    });
    expect(parse({ ACCESS_PASSWORD: 'twelve letters', ACCESS_PASSWORD_FOR: 'operator_key' })).toThrow(
      'ACCESS_PASSWORD_FOR: there is no INDEX_API_KEY',
    );
    expect(parse({ PUBLIC_READ: 'true' })).toThrow('PUBLIC_READ: there is no INDEX_API_KEY');
  });

  it("reads the names of a claim's fields, and refuses others", () => {
    expect(parse({})().CLAIM_FIELDS).toEqual({ email: 'email', scopes: 'scopes', handle: 'handle' });
    expect(parse({ CLAIM_FIELDS: 'email=contact, handle=telegram' })().CLAIM_FIELDS).toEqual({
      email: 'contact',
      scopes: 'scopes',
      handle: 'telegram',
    });
    for (const wrong of ['mail=contact', 'email', 'email=a b'])
      expect(parse({ CLAIM_FIELDS: wrong })).toThrow('CLAIM_FIELDS: must be');
  });
});

describe('EXPLORER_URL', () => {
  it.each([
    ['https://explorer.example/{kind}/{id}', true],
    ['https://explorer.example/?q={id}', true],
    ['http://explorer.example/{id}', false],
    ['https://explorer.example/', false],
    ['https://user:secret@explorer.example/{id}', false],
    ['javascript:alert({id})', false],
  ])('%s is allowed: %s', (EXPLORER_URL, allowed) => {
    if (allowed) expect(parse({ EXPLORER_URL })().networks[0]?.explorer).toBe(EXPLORER_URL);
    else expect(parse({ EXPLORER_URL })).toThrow('EXPLORER_URL: must be an https address');
  });

  it('is of a network where there are several', () => {
    const INDEX_URLS = 'main=https://a.example,test=https://b.example';
    const { networks } = parse({ INDEX_URLS, EXPLORER_URL: 'test=https://explorer.example/{id}' })();
    expect(networks.map(({ explorer }) => explorer)).toEqual([undefined, 'https://explorer.example/{id}']);
    expect(parse({ INDEX_URLS, EXPLORER_URL: 'https://explorer.example/{id}' })).toThrow(
      'EXPLORER_URL: there are several',
    );
  });
});
