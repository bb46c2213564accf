// What the relay asks the index about a key: whether it is valid and what it may read; and how it revokes one (read API 4.4).
// Invariant: only a 401 from /tokens/usage rejects a key, only a 401 or 403 refuses a scope; no response is "unknown", never a refusal.
import { ABSENT_STATUSES } from '@/lib/contract/absence';
import { requestPath } from '@/lib/contract/endpoint-url';
import { ContractError } from '@/lib/contract/errors';
import { inContractTerms } from '@/lib/contract/read-answer';
import { scopes as allScopes, type Scope } from '@/lib/contract/scopes';
import { usageReport } from '@/lib/contract/usage';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import { refusal, type Upstream } from '@/lib/relay/upstream/index-client';
import type { Connection } from './session-cookie';

const USAGE = requestPath('keys.usage', {}, { granularity: 'total' });
const PROBE_TIMEOUT_MS = 8_000;
const maxBytes = ANSWER_BYTES.brief;

const NO_OBJECT = `0x${'0'.repeat(64)}`;
const ONE_ROW = { page_size: '1' };

/** One specified, cheap read per scope: lists of agents and executions are not specified, so these ask about an object that does not exist. */
const PROBES: Record<Scope, string> = {
  'leaders:read': requestPath('leaders.list', {}, ONE_ROW),
  'agents:read': requestPath('agents.skills', { agent_object_id: NO_OBJECT }, ONE_ROW),
  'tools:read': requestPath('tools.list', {}, ONE_ROW),
  'dags:read': requestPath('dags.list', {}, ONE_ROW),
  'executions:read': requestPath('executions.events', { execution_object_id: NO_OBJECT }, ONE_ROW),
  'tasks:read': requestPath('tasks.list', {}, ONE_ROW),
  'payments:read': requestPath('payments.list', {}, ONE_ROW),
  'events:read': requestPath('events.list', {}, ONE_ROW),
};

/** The stream's scope is specified, that of GET /events is not. An invalid filter is refused before a stream opens. */
const STREAM_PROBE = requestPath('events.stream', {}, { kinds: 'Unknown' });

/** `assumed`: to be tried, since the index's responses don't say. */
type Reply = 'granted' | 'assumed' | 'refused' | 'unknown';

async function probeScope(upstream: Upstream, key: string, scope: Scope): Promise<Reply> {
  const ask = (path: string, signal?: AbortSignal) =>
    upstream.take({ path, key, timeoutMs: PROBE_TIMEOUT_MS, signal, maxBytes }).catch(() => undefined);
  const isRefused = (status?: number) => status === 401 || status === 403;
  const response = await ask(PROBES[scope]);
  if (response === undefined || response.status === 429 || response.status >= 500) return 'unknown';
  if (!isRefused(response.status)) return 'granted';
  if (scope !== 'events:read') return 'refused';
  // Closed after a while if the index opens the stream all the same.
  const stream = await ask(STREAM_PROBE, AbortSignal.timeout(PROBE_TIMEOUT_MS));
  return isRefused(stream?.status) ? 'refused' : 'assumed';
}

/** What is known of a key. Null is unknown; `unconfirmed` are scopes that the index has not answered for. */
export type KeyFacts = Pick<
  Connection,
  'key_id' | 'scopes' | 'unconfirmed' | 'requests_per_minute' | 'expires_at'
>;

export const NOTHING_KNOWN: KeyFacts = {
  key_id: null,
  scopes: [...allScopes],
  unconfirmed: [...allScopes],
  requests_per_minute: null,
  expires_at: null,
};

/** The part before the dot. A key of another form has no part that may be shown. */
export function idOfKey(key: string): string | null {
  const at = key.indexOf('.');
  return at > 0 && at < key.length - 1 ? key.slice(0, at).slice(0, 128) : null;
}

function limitIn(headers: Headers): number | null {
  const value = headers.get('ratelimit-limit') ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

export async function probeScopes(
  upstream: Upstream,
  key: string,
  scopes: readonly Scope[] = allScopes,
): Promise<Pick<KeyFacts, 'scopes' | 'unconfirmed'> & { granted: boolean }> {
  const replies = await Promise.all(
    scopes.map(async (scope) => ({ scope, reply: await probeScope(upstream, key, scope) })),
  );
  const scopesWith = (...kinds: Reply[]) =>
    replies.filter(({ reply }) => kinds.includes(reply)).map(({ scope }) => scope);
  return {
    scopes: scopesWith('granted', 'assumed', 'unknown'),
    unconfirmed: scopesWith('unknown'),
    granted: scopesWith('granted').length > 0,
  };
}

/** Asks once more after a timeout or a failure: a visitor should not have to press Connect twice. */
async function askUsage(upstream: Upstream, key: string) {
  const ask = () => upstream.read({ path: USAGE, key, maxBytes });
  const first = await ask().catch((error: unknown) => {
    if (error instanceof ContractError && error.code === 'UPSTREAM_TIMEOUT') return undefined;
    throw error;
  });
  return first === undefined || first.status >= 500 ? ask() : first;
}

/** Asks the index about a key: its usage and one read per scope. Throws UNAUTHENTICATED when the index rejects it. */
export async function factsOfKey(upstream: Upstream, key: string): Promise<KeyFacts> {
  const usage = await askUsage(upstream, key);
  if (usage.status === 401)
    throw new ContractError(
      'UNAUTHENTICATED',
      'The index rejected this key: it is wrong, revoked or expired.',
    );
  const report = usageReport.safeParse(
    usage.status === 200 ? inContractTerms(usageReport, usage.body) : undefined,
  );
  const { granted, ...probed } = await probeScopes(upstream, key);
  // Without a usage report, one granted scope shows that the key is valid.
  if (usage.status !== 200 && !granted) throw refusal(usage, `The index responded with ${usage.status}.`);
  return {
    ...probed,
    key_id: report.success ? report.data.key_id.slice(0, 128) : idOfKey(key),
    requests_per_minute: limitIn(usage.headers),
    // Only the response to a claim states the expiry.
    expires_at: null,
  };
}

/** What /tokens/usage says of a key: only 401 is a rejection. */
export async function checkKey(
  upstream: Upstream,
  key: string,
): Promise<'accepted' | 'rejected' | 'unknown'> {
  const response = await upstream
    .take({ path: USAGE, key, timeoutMs: PROBE_TIMEOUT_MS, maxBytes })
    .catch(() => undefined);
  if (response?.status === 401) return 'rejected';
  return response?.status === 200 ? 'accepted' : 'unknown';
}

/** Revokes a key at the index. Throws the index's refusal. */
export async function revokeKey(upstream: Upstream, key: string): Promise<void> {
  const response = await upstream.read({
    method: 'DELETE',
    path: requestPath('keys.revoke', {}),
    key,
    maxBytes,
  });
  if (response.status < 300) return;
  if (response.status === 401 && (await checkKey(upstream, key)) === 'rejected') return;
  if (ABSENT_STATUSES.includes(response.status))
    throw new ContractError('NOT_IMPLEMENTED', "This index doesn't let callers revoke their own key.");
  throw refusal(response, `The index responded with ${response.status}.`);
}
