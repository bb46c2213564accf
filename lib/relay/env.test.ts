import { describe, expect, it } from 'vitest';
import { parseRelayEnv } from './env';

const secret = 'a'.repeat(32);

describe('settings of the relay', () => {
  it('lists every fault at once, without the value of a secret', () => {
    const parse = () =>
      parseRelayEnv({
        SESSION_SECRET: 'short-secret',
        INDEX_URL: 'http://index.example',
        INDEX_STREAM_KEY: 'no key',
        STREAMS_PER_SESSION: 'many',
      });
    for (const name of ['SESSION_SECRET', 'INDEX_URL', 'INDEX_STREAM_KEY', 'STREAMS_PER_SESSION'])
      expect(parse).toThrow(`${name}: `);
    expect(parse).not.toThrow(/short-secret|no key/);
  });

  it('demands a session secret and says how to make one', () => {
    expect(() => parseRelayEnv({})).toThrow('SESSION_SECRET: is missing');
    expect(() => parseRelayEnv({ SESSION_SECRET: '' })).toThrow('SESSION_SECRET: is missing');
  });

  it.each([
    ['https://index.example', true],
    ['https://index.example/v2/', true],
    ['http://127.0.0.1:4000', true],
    ['http://localhost:4000', true],
    ['http://[::1]:4000', true],
    ['http://index.example', false],
    ['http://127.0.0.1.example.org', false],
    ['https://user:secret@index.example', false],
    ['https://index.example/?a=1', false],
    ['file:///etc/passwd', false],
    ['index.example', false],
  ])('INDEX_URL %s is allowed: %s', (INDEX_URL, allowed) => {
    const parse = () => parseRelayEnv({ SESSION_SECRET: secret, INDEX_URL });
    if (allowed) expect(parse().indexUrl).toBe(INDEX_URL.replace(/\/$/, ''));
    else expect(parse).toThrow('INDEX_URL: must be an https address');
  });

  it('keeps several secrets in their order, and finds the index of this machine by its port', () => {
    const env = parseRelayEnv({ SESSION_SECRET: `${'n'.repeat(32)}, ${secret}`, INDEX_PORT: '5399' });
    expect(env.sessionSecrets).toEqual(['n'.repeat(32), secret]);
    expect(env.indexUrl).toBe('http://127.0.0.1:5399');
  });
});
