// Rules of part 5 (authentication), 4.1 (usage) and 4.3 (claiming a key).
import { faultsOf } from '../fields';
import { listings } from '../listings';
import { fail, isRow, notApplicable, pass, type Probe, type Row, type Rule } from '../rule';

const HOUR = 3_600_000;
const WRONG = { 'x-api-key': 'unknown.0000000000000000000000000000' };

async function usage(probe: Probe, query: string): Promise<Row> {
  const { status, json } = await probe.get(`/tokens/usage${query}`);
  if (status !== 200 || !isRow(json)) throw new Error(`status ${status}`);
  return json;
}

function buckets(report: Row): Row[] {
  return Array.isArray(report['buckets']) ? report['buckets'].filter(isRow) : [];
}

async function claim(probe: Probe, body: unknown) {
  return probe.send('POST', '/onboarding/keys', { body, headers: { 'x-api-key': '' } });
}

const contact = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@conformance.example`;

export const accessRules: Rule[] = [
  ...['/tokens/usage', ...listings.filter((spec) => spec.parent === undefined).map((spec) => spec.path)].map(
    (path): Rule => ({
      name: `key.missing ${path}`,
      section: '5',
      requirement: 'a missing or invalid key is 401',
      async check(probe) {
        const none = await probe.get(path, { 'x-api-key': '' });
        const wrong = await probe.get(path, WRONG);
        return none.status === 401 && wrong.status === 401
          ? pass
          : fail(`status ${none.status} without a key, ${wrong.status} with a wrong one`);
      },
    }),
  ),
  {
    name: 'key.authorization',
    section: '5',
    requirement: 'the key is also accepted in Authorization: ApiKey',
    async check(probe) {
      const { status } = await probe.get('/tokens/usage', { authorization: `ApiKey ${probe.key}` });
      return status === 200 ? pass : fail(`status ${status}`);
    },
  },
  {
    name: 'usage.report',
    section: '2.2',
    requirement:
      'the report has its fields; total_requests is the sum of the buckets; the default is hours by scope over 7 days',
    async check(probe) {
      const report = await usage(probe, '');
      const problem =
        faultsOf('usage report', report)[0] ??
        buckets(report).flatMap((bucket) => faultsOf('usage bucket', bucket))[0];
      if (problem !== undefined) return fail(problem);
      const sum = buckets(report).reduce(
        (total, bucket) => total + BigInt(String(bucket['request_count'])),
        0n,
      );
      if (sum !== BigInt(String(report['total_requests'])))
        return fail(`the buckets hold ${sum}, total_requests is ${String(report['total_requests'])}`);
      if (report['granularity'] !== 'hour' || report['group_by'] !== 'scope') return fail('other defaults');
      const days = (Date.parse(String(report['to'])) - Date.parse(String(report['from']))) / (24 * HOUR);
      return Math.abs(days - 7) < 0.1 ? pass : fail(`the default window is ${days.toFixed(2)} days`);
    },
  },
  {
    name: 'usage.key',
    section: '4.1',
    requirement: 'the report is for the calling key: key_id comes from the credential',
    async check(probe) {
      const report = await usage(probe, '?key_id=somebody');
      return report['key_id'] === probe.key.split('.')[0] ? pass : fail(`key_id ${String(report['key_id'])}`);
    },
  },
  {
    name: 'usage.total',
    section: '2.2',
    requirement: 'with granularity total a bucket has no start',
    async check(probe) {
      const report = await usage(probe, '?granularity=total&group_by=route');
      return buckets(report).every((bucket) => bucket['bucket_start'] === null)
        ? pass
        : fail('a bucket has a start');
    },
  },
  ...['granularity=week', 'group_by=colour', 'from=yesterday', 'to=tomorrow'].map((query): Rule => ({
    name: `usage.invalid ${query}`,
    section: '4.1',
    requirement: 'an invalid value is 400',
    async check(probe) {
      const { status } = await probe.get(`/tokens/usage?${query}`);
      return status === 400 ? pass : fail(`status ${status}`);
    },
  })),
  {
    name: 'claim.issues',
    section: '4.3',
    requirement: 'a claim returns 201 with the key, and the key works for its scopes',
    selfOnly: true,
    async check(probe) {
      const reply = await claim(probe, { email: contact('one'), scopes: ['tools:read'] });
      if (reply.status === 429) return notApplicable('the claim limit is used up');
      if (reply.status !== 201 || !isRow(reply.json) || typeof reply.json['key'] !== 'string')
        return fail(`status ${reply.status}`);
      const headers = { 'x-api-key': reply.json['key'] };
      const allowed = await probe.get('/tools', headers);
      const forbidden = await probe.get('/leaders', headers);
      return allowed.status === 200 && forbidden.status === 403
        ? pass
        : fail(`/tools ${allowed.status}, /leaders ${forbidden.status}`);
    },
  },
  {
    name: 'claim.conflict',
    section: '4.3',
    requirement: 'a second claim for the same email or handle is 409, with or without the @',
    selfOnly: true,
    async check(probe) {
      const handle = `h${Date.now().toString(36)}`;
      const first = await claim(probe, {
        email: contact('two'),
        handle: `@${handle}`,
        scopes: ['tools:read'],
      });
      const second = await claim(probe, { email: contact('three'), handle, scopes: ['tools:read'] });
      if (first.status === 429 || second.status === 429) return notApplicable('the claim limit is used up');
      return first.status === 201 && second.status === 409
        ? pass
        : fail(`status ${first.status}, then ${second.status}`);
    },
  },
  ...Object.entries({
    'an invalid address': { email: 'no-address', scopes: ['tools:read'] },
    'a scope that writes': { email: 'a@conformance.example', scopes: ['tools:write'] },
    'no scopes': { email: 'a@conformance.example', scopes: [] },
    'no body': undefined,
  }).map(([what, body]): Rule => ({
    name: `claim.invalid (${what})`,
    section: '4.3',
    requirement: 'invalid contact details or scopes are 400',
    selfOnly: true,
    async check(probe) {
      const { status } = await claim(probe, body);
      if (status === 429) return notApplicable('the claim limit is used up');
      return status === 400 ? pass : fail(`status ${status}`);
    },
  })),
];
