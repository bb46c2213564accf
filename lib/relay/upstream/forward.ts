// GET /api/index/...: the same request to the index with the session's key. Invariant: the URL sent to the index is built from validated values;
// the response's bytes pass through unchanged, so integers stay exact; only JSON in UTF-8 and a few headers pass.
import { isUtf8 } from 'node:buffer';
import { matchEndpoint, requestPath } from '@/lib/contract/endpoint-url';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { PROBED_STATUS } from '@/lib/contract/probe';
import { parseParams, parseQuery } from '@/lib/contract/request';
import type { ReadAnswer, Reads } from './reads';
import { keptHeaders, refusal } from './upstream';

export interface Forwardable {
  name: EndpointName;
  /** Path and query in canonical form, so that equal reads are equal text. */
  path: string;
  open: boolean;
}

/** The request to the index for a path below /api/index. Throws NOT_FOUND, INVALID_REQUEST or INVALID_FILTER_VALUE. */
export function toForward(path: string, search: URLSearchParams): Forwardable {
  const match = matchEndpoint('GET', path);
  const row = match === undefined ? undefined : endpoint(match.name);
  if (
    match === undefined ||
    row === undefined ||
    (row.responseType !== 'record' && row.responseType !== 'listing')
  )
    throw new ContractError('NOT_FOUND', 'The API has no such path');
  const { name } = match;
  if (Object.values(match.params).some((value) => value === '.' || value === '..'))
    throw new ContractError('NOT_FOUND', 'Nothing has this id');
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

/** The age that a request accepts: `cache-control: max-age=SECONDS`. */
export function acceptedAgeMs(headers: Headers): number {
  const [, seconds = '0'] = /^max-age=(\d{1,3})$/.exec(headers.get('cache-control') ?? '') ?? [];
  return Number(seconds) * 1000;
}

const JSON_TYPE = /^application\/([\w.+-]*\+)?json\b/i;

/** What keeps a response from being data. */
function problemOf({ headers, bytes }: ReadAnswer): string | undefined {
  if (bytes.length === 0) return 'an empty body';
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return 'a body that is not JSON';
  return isUtf8(bytes) ? undefined : 'a body that is not UTF-8';
}

/** Passes on the index's status, safe headers and bytes. Throws like `Reads.get`, and UPSTREAM_INVALID for what is not data. */
export async function forward(
  reads: Reads,
  request: Forwardable,
  key: string,
  options: Parameters<Reads['get']>[2] = {},
): Promise<Response> {
  const answer = await reads.get(request, key, options);
  const { status, headers, bytes, ageSeconds } = answer;
  const problem = problemOf(answer);
  if (problem !== undefined) {
    const message = `The index responded ${status} with ${problem}`;
    if (status >= 400) throw refusal({ status, headers, body: undefined }, message);
    throw new ContractError('UPSTREAM_INVALID', message, { headers: keptHeaders(headers) });
  }
  return new Response(new Uint8Array(bytes), {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...(ageSeconds === undefined ? keptHeaders(headers) : { age: String(ageSeconds) }),
    },
  });
}

/**
 * Answers a probe for existence: "no" is a result, so it becomes 204 with the index's own status in a header.
 * (Browsers log every failed request; looking an id up in eight resources would fill the console.)
 */
export function answerProbe(answer: Response): Response {
  if (answer.status !== 404 && answer.status !== 501) return answer;
  void answer.body?.cancel();
  const headers = new Headers(answer.headers);
  headers.delete('content-type');
  headers.set(PROBED_STATUS, String(answer.status));
  return new Response(null, { status: 204, headers });
}
