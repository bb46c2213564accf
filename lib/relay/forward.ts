// Reading through the relay: GET /api/index/... becomes the same request to the index, with the session's key (ARCHITECTURE, "How data travels").
// Invariant: only rows of the endpoint table that answer a record or a listing are reachable, with their own parameters, each checked before it leaves.
// The answer's bytes pass through untouched, so integers stay exact; an answer that is not JSON never passes as data.
import { matchEndpoint, requestPath } from '@/lib/contract/endpoint-url';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { PROBED_STATUS } from '@/lib/contract/probe';
import { parseParams, parseQuery } from '@/lib/contract/request';
import { refusal } from './connect';
import { NO_STORE } from './respond';
import type { Upstream } from './upstream';

const KEPT = /^(content-type|ratelimit-[a-z]+|retry-after|x-request-id|x-error-code)$/;

export interface Forwardable {
  name: EndpointName;
  /** Path and query for the index: path values in normal form, known parameters only, each once. */
  path: string;
  open: boolean;
}

/** The request to the index for a path below /api/index. Throws NOT_FOUND, INVALID_REQUEST or INVALID_FILTER_VALUE. */
export function toForward(path: string, search: URLSearchParams): Forwardable {
  const match = matchEndpoint('GET', path);
  const row = match === undefined ? undefined : endpoint(match.name);
  if (match === undefined || row === undefined || (row.answers !== 'record' && row.answers !== 'listing'))
    throw new ContractError('NOT_FOUND', 'the API has no such path');
  const { name } = match;
  if (Object.values(match.params).some((value) => value === '.' || value === '..'))
    throw new ContractError('NOT_FOUND', 'nothing has this id');
  const params = Object.fromEntries(
    Object.entries(parseParams(name, match.params)).map(([key, value]) => [key, String(value)]),
  );
  parseQuery(name, search);
  const query: Record<string, string> = {};
  for (const key of Object.keys(row.query.shape)) {
    const value = search.get(key);
    if (value !== null) query[key] = value;
  }
  return { name, path: requestPath(name, params, query), open: row.access === 'open' };
}

function isJson(response: Response): boolean {
  return /^application\/([\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/** Asks the index and passes its answer on: status, safe headers and bytes as they are. */
export async function forward(
  upstream: Upstream,
  request: Forwardable,
  key: string,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await upstream.open({
    path: request.path,
    key: request.open ? undefined : key,
    signal,
  });
  if (!isJson(answer)) {
    await answer.body?.cancel();
    const { status, headers } = answer;
    if (status < 400 || status >= 500)
      throw new ContractError(
        'UPSTREAM_INVALID',
        `the index answered ${status} with something that is not JSON`,
      );
    throw refusal({ status, headers, body: undefined }, `the index answered ${status}`);
  }
  const headers = new Headers(NO_STORE);
  for (const [name, value] of answer.headers) if (KEPT.test(name)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * A probe asks whether something exists: "no" is its answer, not a failure, so it goes out as 204 with the index's own status beside it.
 * (A browser writes every failed request into its console; looking an id up in eight families would fill it.)
 */
export function answerProbe(answer: Response): Response {
  if (answer.status !== 404 && answer.status !== 501) return answer;
  void answer.body?.cancel();
  const headers = new Headers(answer.headers);
  headers.delete('content-type');
  headers.set(PROBED_STATUS, String(answer.status));
  return new Response(null, { status: 204, headers });
}
