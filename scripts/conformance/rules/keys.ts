// Scopes and revocation of keys (part 5). These rules claim keys, so they run only with --self.
import { listings } from '../listings';
import { fail, isRow, notApplicable, pass, type Probe, type Rule } from '../rule';

const SCOPES = ['leaders', 'agents', 'tasks', 'executions', 'tools', 'payments', 'dags', 'events'].map(
  (family) => `${family}:read`,
);
const UNKNOWN_ID = `0x${'e'.repeat(64)}`;

/** A key with these scopes; undefined if the claim limit is reached. */
async function claimed(probe: Probe, scopes: readonly string[]): Promise<string | undefined> {
  const email = `${Math.random().toString(36).slice(2)}-${Date.now()}@conformance.example`;
  const { status, json } = await probe.send('POST', '/onboarding/keys', {
    body: { email, scopes },
    headers: { 'x-api-key': '' },
  });
  if (status === 429) return undefined;
  if (status !== 201 || !isRow(json)) throw new Error(`the claim returned ${status}`);
  return String(json['key']);
}

const LIMITED = notApplicable('the claim limit is used up');

export const keyRules: Rule[] = [
  ...SCOPES.map((scope): Rule => ({
    name: `key.scope ${scope}`,
    section: '5',
    requirement: `a key without ${scope} gets 403 where the scope is required, and nowhere else`,
    selfOnly: true,
    async check(probe) {
      const key = await claimed(
        probe,
        SCOPES.filter((other) => other !== scope),
      );
      if (key === undefined) return LIMITED;
      for (const spec of listings) {
        const path = spec.path.replace(/\{\w+\}/g, UNKNOWN_ID);
        const { status } = await probe.get(path, { 'x-api-key': key });
        if ((status === 403) !== (spec.scope === scope)) return fail(`status ${status}`);
      }
      return pass;
    },
  })),
  {
    name: 'key.revoked',
    section: '4.4',
    requirement:
      'DELETE /tokens revokes the calling key: 204, its open stream ends, and later requests get 401',
    selfOnly: true,
    async check(probe) {
      const key = await claimed(probe, ['events:read']);
      if (key === undefined) return LIMITED;
      const headers = { 'x-api-key': key };
      let revoked: Promise<{ status: number }> | undefined;
      const stream = await probe.frames('/events/stream', {
        count: Number.POSITIVE_INFINITY,
        ms: 5_000,
        headers,
        onOpen: () => {
          revoked = probe.send('DELETE', '/tokens', { headers });
        },
      });
      if (revoked === undefined) return fail(`the stream answers ${stream.status}`);
      const { status } = await revoked;
      if (status !== 204) return fail(`DELETE answers ${status}`);
      if (!stream.ended) return fail('the stream of the revoked key continues');
      const after = await probe.get('/events', headers);
      return after.status === 401 ? pass : fail(`the revoked key is answered ${after.status}`);
    },
  },
  {
    name: 'stream.keep-alive',
    section: '6.1',
    requirement: 'an idle stream sends comments, so that proxies keep it open',
    selfOnly: true,
    async check(probe) {
      const { comments, status } = await probe.frames(
        '/events/stream?last_event_id=9000000000000000000&kinds=LeaderRegistryCreated',
        { count: 1, comments: 2, ms: probe.idleMs },
      );
      if (status !== 200) return fail(`status ${status}`);
      return comments.length >= 2 ? pass : fail(`${comments.length} comments in ${probe.idleMs / 1000} s`);
    },
  },
];
