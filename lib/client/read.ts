// Reads an endpoint through the relay. Invariant: the result fits its schema, or an ApiError names endpoint and field.
// It never retries; queries do.
import { parseJson } from '@/lib/json/exact';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { requestPath } from '@/lib/contract/endpoint-url';
import {
  endpoint,
  type Answer,
  type EndpointName,
  type ParamsInput,
  type QueryInput,
} from '@/lib/contract/endpoints';
import { readErrorBody } from '@/lib/contract/errors';
import { PROBE, PROBED_STATUS } from '@/lib/contract/probe';
import { carriedRequestId, REQUEST_ID } from '@/lib/contract/request-id';
import { connectionHeader, connectionInUse } from './connection-in-use';
import { ApiError, scopeOf } from './failure';
import { noteLimit } from './limit-seen';

const RELAY = '/api/index';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** An expected 404 or 501 that should not show as a failed request in the browser's console. */
  probe?: boolean;
}

/** Reads one endpoint. Throws ApiError; an aborted signal rejects with its own reason. */
export type Read = <Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query?: QueryInput<Name>,
  options?: ReadOptions,
) => Promise<Answer<Name>>;

/** Requested wait in ms: Retry-After (seconds or date), else ratelimit-reset, else null. */
export function waitAsked(headers: Headers): number | null {
  const after = headers.get('retry-after');
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1000;
  const until = after === null ? Number.NaN : Date.parse(after);
  const now = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(until) && Number.isFinite(now)) return Math.max(0, until - now);
  const reset = headers.get('ratelimit-reset');
  return reset !== null && /^\d{1,6}$/.test(reset) ? Number(reset) * 1000 : null;
}

function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The status the index gave: a probe's 204 carries it in a header. */
function statusOf(response: Response): number {
  const probed = response.headers.get(PROBED_STATUS);
  return probed === null ? response.status : Number(probed);
}

function refusal(name: EndpointName, response: Response, text: string, sent: string): ApiError {
  const status = statusOf(response);
  const body = readErrorBody(jsonOrNothing(text));
  return new ApiError({
    endpoint: name,
    status,
    code: body.error_code ?? response.headers.get('x-error-code'),
    message: body.message ?? `answered ${status} without saying why`,
    request_id: body.request_id ?? carriedRequestId(response.headers) ?? sent,
    retry_after_ms: waitAsked(response.headers),
  });
}

/** Checks a decoded body against the row. Throws ApiError naming endpoint and field. */
export function parseAnswer<Name extends EndpointName>(
  name: Name,
  body: unknown,
  seen: { status: number; request_id: string | null } = { status: 200, request_id: null },
): Answer<Name> {
  const row: Endpoint = endpoint(name);
  const result = row.response.safeParse(body);
  if (result.success) return result.data as Answer<Name>;
  const issue = result.error.issues[0];
  const field = issue === undefined ? '' : issue.path.map(String).join('.');
  throw new ApiError({
    ...seen,
    endpoint: name,
    code: 'UNREADABLE_ANSWER',
    field: field === '' ? 'the answer as a whole' : field,
    message: `the answer does not fit its description: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'invalid'}`,
  });
}

/** Fails early when the key lacks the scope: the index would refuse the request and count it. */
function assertMay(name: EndpointName, held: readonly string[] | undefined): void {
  const scope = scopeOf(name);
  if (held === undefined || scope === null || held.includes(scope)) return;
  const message = `the key in use lacks the scope ${scope}`;
  throw new ApiError({ endpoint: name, status: 403, code: 'MISSING_SCOPE', message });
}

/** Set by the client, so that even an unanswered request can be found in the logs. */
function newRequestId(): string {
  // Not randomUUID: pages that came over plain HTTP from another machine do not have it.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A reader over any fetch; `origin` is prefixed to the relay's path. */
export function createRead(request: typeof fetch, origin = '', newId: () => string = newRequestId): Read {
  return async (name, params, query, options = {}) => {
    const url = `${origin}${RELAY}${requestPath(name, params, query)}`;
    const request_id = newId();
    assertMay(name, connectionInUse()?.scopes);
    let response: Response;
    let text: string;
    try {
      response = await request(url, {
        headers: {
          accept: 'application/json',
          [REQUEST_ID]: request_id,
          ...(options.probe === true ? { [PROBE]: '1' } : {}),
          ...connectionHeader(),
        },
        cache: 'no-store',
        signal: options.signal ?? null,
      });
      text = await response.text();
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      throw new ApiError(
        {
          endpoint: name,
          code: 'UNREACHABLE',
          message: 'no answer: the console could not be reached',
          request_id,
        },
        cause,
      );
    }
    noteLimit(response.headers, Date.now());
    if (!response.ok || response.headers.has(PROBED_STATUS)) throw refusal(name, response, text, request_id);
    const seen = { status: response.status, request_id: carriedRequestId(response.headers) ?? request_id };
    const body = jsonOrNothing(text);
    if (body === undefined)
      throw new ApiError({
        ...seen,
        endpoint: name,
        code: 'UNREADABLE_ANSWER',
        field: 'the answer as a whole',
        message: 'the answer is not JSON',
      });
    return parseAnswer(name, body, seen);
  };
}

export const read: Read = createRead((input, init) => fetch(input, init));
