// A claim against indexes whose response the specification does not give: the key is never lost. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '@/lib/contract/scopes';
import { unreadClaim } from '@/lib/contract/session';
import { claimResponses } from '@/lib/relay/testing/claim-responses';
import { KEY, startSessionConsole, USAGE, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply, type Reply } from '@/lib/relay/testing/small-index';
import { SECRETS } from '@/lib/relay/testing/test-relay';
import { openClaimFile } from './recovery';
import { claim, restore } from './routes';

const WANTED = { email: 'a@b.example', scopes: ['dags:read'] };
const [ID = ''] = KEY.split('.');

let at: SessionConsole;
beforeEach(async () => {
  at = await startSessionConsole();
  // Only the real key is accepted.
  at.index.replies.set('GET /tokens/usage', (request, response, body) =>
    reply(request.headers['x-api-key'] === KEY ? 200 : 401, USAGE)(request, response, body),
  );
});
afterEach(() => at.close());

const issue = (text: string, status = 201, type = 'application/json') =>
  at.index.replies.set('POST /onboarding/keys', reply(status, text, { 'content-type': type }));
const stored = async () => (await at.cookies().connections())[0];
const claims = () => at.index.requests.filter(({ method }) => method === 'POST').length;

describe('a complete response keeps its key', () => {
  it.each(claimResponses(KEY))('$name', async ({ status, type, text }) => {
    issue(text, status, type);
    expect(await at.answer(claim, WANTED)).toMatchObject({ status: 201, body: { connected: true } });
    expect(await stored()).toMatchObject({ key: KEY, key_id: ID, claimed: true });
    expect(claims()).toBe(1);
  });

  it('takes the likeliest candidate while the index cannot answer, and leaves unstated facts unknown', async () => {
    for (const path of ['tokens/usage', 'leaders', 'dags'])
      at.index.replies.set(`GET /${path}`, reply(503, ''));
    issue(JSON.stringify({ link: 'other.candidate-here', key: KEY }));
    expect((await at.answer(claim, WANTED)).status).toBe(201);
    expect(await stored()).toMatchObject({
      key: KEY,
      scopes: [...scopes],
      unconfirmed: ['leaders:read', 'dags:read'],
      requests_per_minute: null,
      expires_at: null,
    });
  });
});

describe('a response without a recognizable key', () => {
  const TEXT = '{"status":"ok","blob":"AAAA canary-secret BBBB"}';

  it('is returned sealed, and read again on restore', async () => {
    issue(TEXT);
    const { status, body } = await at.answer(claim, WANTED);
    expect(status).toBe(202);
    const { unread_claim: file, text } = unreadClaim.parse(body);
    expect(text).toBeNull();
    expect(JSON.stringify(body)).not.toContain('canary');
    expect(await openClaimFile(file, SECRETS)).toMatchObject({ text: TEXT, index_url: at.index.url });
    expect(await stored()).toBeUndefined();

    expect((await at.answer(restore, { file })).status).toBe(202);
    const changed = { ...file, sealed: `${file.sealed.slice(0, -3)}aaa` };
    expect(await at.refused(restore, { file: changed })).toMatchObject({ status: 400 });
  });

  it('becomes a session later, once the index accepts the key', async () => {
    at.index.replies.set('GET /tokens/usage', reply(401, ''));
    issue(JSON.stringify({ key: KEY }));
    const { unread_claim: file } = unreadClaim.parse((await at.answer(claim, WANTED)).body);
    at.index.replies.set('GET /tokens/usage', reply(200, USAGE));
    expect(await at.answer(restore, { file })).toMatchObject({ status: 201, body: { key_id: ID } });
    expect(await stored()).toMatchObject({ key: KEY });
  });

  it('shows its text only where the operator allows keys to be revealed', async () => {
    at.relay.env.KEY_REVEAL = 'once';
    issue(TEXT);
    expect(unreadClaim.parse((await at.answer(claim, WANTED)).body).text).toBe(TEXT);
  });

  it('also saves a key that does not fit into a cookie', async () => {
    // Each quotation mark takes two characters in JSON.
    const long = `k.${'"'.repeat(510)}`;
    at.index.replies.set('GET /tokens/usage', reply(200, USAGE));
    issue(JSON.stringify({ key: long }));
    at.browser.set('other', 'x'.repeat(4_900));
    const { reason, unread_claim: file } = unreadClaim.parse((await at.answer(claim, WANTED)).body);
    expect(reason).toContain('no room');
    const { text } = await openClaimFile(file, SECRETS);
    expect(JSON.parse(text)).toEqual({ key: long });
    at.browser.delete('other');
    expect((await at.answer(restore, { file })).status).toBe(201);
    expect(await stored()).toMatchObject({ key: long });
  });
});

describe('a claim whose outcome is unknown', () => {
  it.each<[string, Reply]>([
    [
      'truncated',
      (_, response) => {
        response.writeHead(201, { 'content-length': '500' }).write('{"key":"k_7');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['cut before the first byte', (_, response) => void response.destroy()],
    ['a gateway timeout', reply(504, '<html>')],
    ['a failure', reply(500, '{"message":"it broke"}')],
    ['a redirect', reply(303, '', { location: '/keys/1' })],
  ])('may have issued a key and is not retried: %s', async (_, respond) => {
    at.index.replies.set('POST /onboarding/keys', respond);
    const error = await at.refused(claim, WANTED);
    expect(error).toMatchObject({ status: 502, error_code: 'CLAIM_UNCERTAIN' });
    expect(error.message).toContain('A key may have been issued');
    expect(error.message).not.toMatch(/again/i);
    expect(claims()).toBe(1);
  });

  it('is certain when nothing was sent', async () => {
    await at.index.close();
    expect(await at.refused(claim, WANTED)).toMatchObject({ error_code: 'UPSTREAM_UNREACHABLE' });
  });

  it('waits longer for a claim than for a read', async () => {
    await at.close();
    at = await startSessionConsole(500);
    at.index.replies.set('POST /onboarding/keys', (request, response, body) => {
      setTimeout(() => reply(201, JSON.stringify({ key: KEY }))(request, response, body), 700);
    });
    expect((await at.answer(claim, WANTED)).status).toBe(201);
  });
});

describe('a refused claim', () => {
  it.each([404, 405, 501])('with %d means that there are no self-service keys', async (status) => {
    issue('<html>not here</html>', status, 'text/html');
    expect(await at.refused(claim, WANTED)).toMatchObject({
      status: 404,
      message: 'This index has no self-service keys.',
    });
  });

  it.each([
    [400, { error_code: 'X', message: 'email: no mail here' }, 400, 'email: no mail here'],
    [422, { detail: [{ loc: ['body', 'contact'], msg: 'no mail here' }] }, 400, 'email: no mail here'],
    [400, { errors: { permissions: ['too many'] } }, 400, 'scopes: too many'],
    [403, { message: 'Not from your country.' }, 403, 'Not from your country.'],
    [418, {}, 400, 'The index refused the claim with status 418.'],
  ])('with %d and %j marks the field in our words', async (status, body, ours, message) => {
    at.relay.env.CLAIM_FIELDS = { email: 'contact', scopes: 'permissions', handle: 'telegram' };
    issue(JSON.stringify(body), status);
    expect(await at.refused(claim, WANTED)).toMatchObject({ status: ours, message });
  });

  it('uses the configured path and field names', async () => {
    at.relay.env.CLAIM_PATH = '/v2/keys';
    at.relay.env.CLAIM_FIELDS = { email: 'contact', scopes: 'permissions', handle: 'telegram' };
    at.index.replies.set('POST /v2/keys', reply(201, JSON.stringify({ key: KEY })));
    expect((await at.answer(claim, { ...WANTED, handle: '@Ada' })).status).toBe(201);
    const sent = at.index.requests.find(({ method }) => method === 'POST');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      contact: 'a@b.example',
      permissions: ['dags:read'],
      telegram: 'ada',
    });
  });
});
