import { describe, expect, it } from 'vitest';
import { fieldsOf, invalidField, keyCandidates, statedFacts } from './find-key';

const candidates = (text: string) => keyCandidates(fieldsOf(text));

describe('candidates for the key', () => {
  it('puts a value named as a key before anything else', () => {
    const found = candidates(
      '{"docs":"a.bcdefghi","contact":"me@mail.example","api_key":"dk_1.s3cret-s3cret"}',
    );
    expect(found[0]).toBe('dk_1.s3cret-s3cret');
    expect(found).not.toContain('me@mail.example');
  });

  it('stay few and printable, however large the response', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, `a${at}.bcdefghij`]));
    expect(candidates(JSON.stringify(many))).toHaveLength(12);
    expect(candidates(JSON.stringify({ key: `a.${'b'.repeat(600)}` }))).not.toContain(`a.${'b'.repeat(600)}`);
    expect(candidates(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toEqual([]);
  });
});

it('reads what a response states about the key; the rest is unknown', () => {
  const stated = (content: object) => statedFacts(fieldsOf(JSON.stringify(content)));
  const unknown = { scopes: null, requests_per_minute: null, expires_at: null };
  expect(stated({})).toEqual(unknown);
  expect(statedFacts(fieldsOf('{"expires_at":4070908800.0,"rate_limit":6e1}'))).toEqual({
    scopes: null,
    requests_per_minute: 60,
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  expect(stated({ scopes: [], expires_at: null, rate_limit: 'high' })).toEqual(unknown);
  expect(
    stated({
      data: { permissions: ['a:read'], expiresAt: 4_070_908_800 },
      limits: { requestsPerMinute: 60 },
    }),
  ).toEqual({ scopes: ['a:read'], requests_per_minute: 60, expires_at: '2099-01-01T00:00:00.000Z' });
  expect(
    stated({
      scopes: [
        { scope: 'a', requests_per_minute: 9 },
        { name: 'b', rpm: 5 },
      ],
    }),
  ).toMatchObject({
    scopes: ['a', 'b'],
    requests_per_minute: 5,
  });
});

it.each([
  [{ detail: [{ loc: ['body', 'email'], msg: 'not deliverable' }] }],
  [{ errors: { email: ['not deliverable', 'and more'] } }],
  [{ errors: [{ field: 'email', message: 'not deliverable' }] }],
  [{ error: { param: 'email', message: 'not deliverable' } }],
  [{ 'invalid-params': [{ name: 'email', reason: 'not deliverable' }] }],
  [{ errors: [{ source: '/data/email', pointer: '/data/email', detail: 'not deliverable' }] }],
])('finds the field that %j names', (body) => {
  expect(invalidField(body, ['email', 'scopes'])).toEqual({ name: 'email', message: 'not deliverable' });
  expect(invalidField(body, ['scopes'])).toBeUndefined();
});

it('looks at a bounded part of what an index sends', () => {
  const secret = `k_1.${'s'.repeat(40)}`;
  expect(keyCandidates(fieldsOf(JSON.stringify({ key: secret })))).toEqual([secret]);
  expect(fieldsOf(JSON.stringify({ key: secret, padding: 'x'.repeat(70_000) }))).toEqual([]);
  // As text: names and gaps without a value.
  expect(fieldsOf(`${'n'.repeat(40)}${' '.repeat(70_000)}`)).toEqual([]);
  // Joining each of 40,000 ids to each of 40,000 secrets would take all memory.
  const many = Array.from({ length: 40_000 }, (_, number) => [
    { name: 'id', value: `id${number}` },
    { name: 'secret', value: `secret${number}` },
  ]).flat();
  expect(keyCandidates(many)).toHaveLength(12);
});
