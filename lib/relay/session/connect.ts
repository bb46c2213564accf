// What the relay asks the index about a key: is it one, what may it read, issue one (spec 4.3), end one (spec 4.4).
// Invariant: a key is checked before it is kept, and is answered to nobody. Refusals of the index are passed on
// with their meaning and waiting time. Sealing is keyring.ts's, the HTTP call upstream.ts's.
import { requestPath } from '@/lib/contract/endpoint-url';
import { ContractError, readErrorBody, type ErrorCode } from '@/lib/contract/errors';
import { issuedKey, type ClaimRequest } from '@/lib/contract/keys';
import { scopes, type Scope } from '@/lib/contract/scopes';
import { usageReport } from '@/lib/contract/usage';
import { stringifyJson } from '@/lib/json/exact';
import { keptHeaders } from '@/lib/relay/upstream/kept-headers';
import type { Connection } from './keyring';
import type { Upstream } from '@/lib/relay/upstream/upstream';

const USAGE = requestPath('keys.usage', {}, { granularity: 'total' });

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'MISSING_SCOPE',
  404: 'NOT_FOUND',
  409: 'ALREADY_ISSUED',
  429: 'RATE_LIMITED',
  501: 'NOT_IMPLEMENTED',
  503: 'UNAVAILABLE',
};

/** The index's refusal as ours: same status where we have it, its words where it has some, the wait and the request's id kept. */
export function refusal(
  answer: { status: number; headers: Headers; body: unknown },
  otherwise: string,
): ContractError {
  const said = readErrorBody(answer.body);
  return new ContractError(CODE_OF_STATUS[answer.status] ?? 'UPSTREAM_INVALID', said.message ?? otherwise, {
    headers: keptHeaders(answer.headers),
  });
}

/** One cheap read for each scope. /executions and /agents are not on every index: anything but a refusal counts as "may read". */
const PROBES: Record<Scope, string> = {
  'leaders:read': requestPath('leaders.list', {}, { page_size: '1' }),
  'agents:read': requestPath('agents.list', {}, { page_size: '1' }),
  'tools:read': requestPath('tools.list', {}, { page_size: '1' }),
  'dags:read': requestPath('dags.list', {}, { page_size: '1' }),
  'executions:read': requestPath('executions.list', {}, { page_size: '1' }),
  'tasks:read': requestPath('tasks.list', {}, { page_size: '1' }),
  'payments:read': requestPath('payments.list', {}, { page_size: '1' }),
  'events:read': requestPath('events.list', {}, { page_size: '1' }),
};

/** Throws RATE_LIMITED when the index does not say for now. */
async function mayRead(upstream: Upstream, key: string, scope: Scope): Promise<boolean> {
  const answer = await upstream.read({ path: PROBES[scope], key });
  if (answer.status === 429)
    throw refusal(answer, 'the index limits this key for now, so what it opens cannot be seen');
  return answer.status !== 401 && answer.status !== 403;
}

/** What is known of a key: everything a connection keeps about it. */
export type KeyFacts = Pick<Connection, 'key_id' | 'scopes' | 'requests_per_minute' | 'expires_at'>;

function limitSaid(headers: Headers): number | null {
  const said = headers.get('ratelimit-limit') ?? '';
  return /^\d{1,9}$/.test(said) ? Number(said) : null;
}

/** Asks the index about a key: its usage, and one read a scope. Throws UNAUTHENTICATED when the index does not know it. */
export async function factsOfKey(upstream: Upstream, key: string): Promise<KeyFacts> {
  const usage = await upstream.read({ path: USAGE, key });
  if (usage.status === 401 || usage.status === 403)
    throw new ContractError(
      'UNAUTHENTICATED',
      'the index does not accept this key: it is wrong, revoked or expired',
    );
  if (usage.status !== 200) throw refusal(usage, `the index answered ${usage.status}`);
  const report = usageReport.safeParse(usage.body);
  const allowed = await Promise.all(scopes.map((scope) => mayRead(upstream, key, scope)));
  return {
    key_id: report.success ? report.data.key_id : (key.split('.')[0] ?? ''),
    scopes: scopes.filter((_, place) => allowed[place]),
    requests_per_minute: limitSaid(usage.headers),
    // The index tells the expiry of a key in the claim's answer only.
    expires_at: null,
  };
}

/** Whether the index refuses a key that it once took; an index that does not answer refuses nothing. */
export async function isRefused(upstream: Upstream, key: string): Promise<boolean> {
  const answer = await upstream.take({ path: USAGE, key }).catch(() => undefined);
  return answer?.status === 401;
}

/** Claims a key. Throws the index's refusal: 400 invalid contact, 409 already issued, 429 with Retry-After. */
export async function claimKey(
  upstream: Upstream,
  path: string,
  claim: ClaimRequest,
): Promise<KeyFacts & { key: string }> {
  const answer = await upstream.read({ method: 'POST', path, body: stringifyJson(claim) });
  if (answer.status !== 201 && answer.status !== 200)
    throw refusal(answer, `the index refused the claim with status ${answer.status}`);
  const issued = issuedKey.safeParse(answer.body);
  if (!issued.success)
    throw new ContractError('UPSTREAM_INVALID', "the index's answer to the claim holds no key");
  const { key, key_id, expires_at } = issued.data;
  const limits = issued.data.scopes.flatMap(({ requests_per_minute }) => requests_per_minute ?? []);
  return {
    key,
    key_id,
    expires_at,
    scopes: issued.data.scopes.map(({ scope }) => scope),
    requests_per_minute: limits.length === 0 ? null : Math.min(...limits),
  };
}

/** Ends a key at the index (spec 4.4). */
export async function revokeKey(upstream: Upstream, key: string): Promise<void> {
  const answer = await upstream.read({ method: 'DELETE', path: requestPath('keys.revoke', {}), key });
  // A key that is no more need not be ended.
  if (answer.status < 300 || answer.status === 401) return;
  throw refusal(answer, `the index answered ${answer.status}`);
}

/** A claim nobody has made before, for a network that is simulated anyway. `random`: a word of letters and digits. */
export function demoClaim(random: string): ClaimRequest {
  return { email: `visitor-${random}@demo.invalid`, scopes: [...scopes] };
}
