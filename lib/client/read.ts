// Reads an endpoint through the relay. Invariant: the result fits its schema, or an ApiError names endpoint and field.
// It never retries; queries do.
import type * as z from 'zod/mini';
import { hasTooManyValues, jsonOrUndefined } from '@/lib/json/exact';
import { ABSENT_STATUS, ABSENT_STATUSES, ACCEPTS_ABSENCE } from '@/lib/contract/absence';
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
import { inContractTerms } from '@/lib/contract/read-answer';
import { checkedRecord } from '@/lib/contract/record';
import { carriedRequestId, REQUEST_ID } from '@/lib/contract/request-id';
import { storedAbsences, type Absences } from './absent-endpoints';
import { connectionHeader, connectionInUse } from './connection-in-use';
import { ApiError, MISSING_SCOPE, scopeOf } from './api-error';
import { noteRecords } from './known-records';
import { noteNames } from './names';
import { storedLargestPage, withAcceptedPageSize } from './page-size';
import { noteLimit, noteRefusal } from './rate-limit';
import type { StoredValue } from './local-storage';
import { serverClock as clock } from '@/lib/time/server-clock';

const RELAY = '/api/index';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Accepts an answer this old, which the relay may have for another tab or visitor. */
  maxAgeMs?: number;
}

/** Reads one endpoint. Throws ApiError; an aborted signal rejects with its own reason. */
export type Read = <Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query?: QueryInput<Name>,
  options?: ReadOptions,
) => Promise<Answer<Name>>;

/** Requested wait in ms: Retry-After (seconds or date), else ratelimit-reset, else null. */
export function requestedWait(headers: Headers): number | null {
  const after = headers.get('retry-after');
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1000;
  const until = after === null ? Number.NaN : Date.parse(after);
  const now = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(until) && Number.isFinite(now)) return Math.max(0, until - now);
  const reset = headers.get('ratelimit-reset');
  return reset !== null && /^\d{1,6}$/.test(reset) ? Number(reset) * 1000 : null;
}

/** The status the index gave. */
const statusOf = ({ headers, status }: Response): number => Number(headers.get(ABSENT_STATUS) ?? status);

interface ExchangeOptions {
  signal?: AbortSignal | undefined;
  /** The id of the request. */
  sent?: string | null;
  params?: Readonly<Record<string, string>> | null;
}

/** Sends a request to the console. Throws ApiError without a response and for a refusal; an aborted signal rejects with its own reason. */
export async function exchange(
  endpoint: string,
  send: () => Promise<Response>,
  { signal, sent = null, params = null }: ExchangeOptions = {},
): Promise<Answered> {
  let response: Response;
  let text: string;
  try {
    response = await send();
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const message = 'The console cannot be reached.';
    throw new ApiError({ endpoint, code: 'UNREACHABLE', message, request_id: sent }, cause);
  }
  const { headers } = response;
  const status = statusOf(response);
  const request_id = carriedRequestId(headers) ?? sent;
  if (hasTooManyValues(text)) {
    const message = 'the response has more values than a page can check';
    throw new ApiError({
      endpoint,
      status,
      code: 'UNREADABLE_ANSWER',
      field: 'the whole response',
      message,
      request_id,
    });
  }
  const body = jsonOrUndefined(text);
  if (response.ok && status === response.status) return { endpoint, status, request_id, body };
  const error = readErrorBody(body);
  throw new ApiError({
    endpoint,
    params,
    status,
    code: error.error_code ?? headers.get('x-error-code'),
    message: error.message ?? `status ${status} without further details`,
    request_id: error.request_id ?? request_id,
    retry_after_ms: requestedWait(headers),
  });
}

interface Answered {
  endpoint: string;
  status: number;
  request_id: string | null;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/** The body of a response as its schema has it. Throws ApiError naming the field. */
export function fitting<Schema extends z.ZodMiniType>(
  { body, ...answered }: Answered,
  schema: Schema,
): z.output<Schema> {
  const result = checkedRecord(schema, inContractTerms(schema, body));
  if (body !== undefined && result.success) return result.data;
  const issue = result.error?.issues[0];
  const field = body === undefined ? '' : (issue?.path ?? []).map(String).join('.');
  const problem = `${field === '' ? '' : `${field}: `}${issue?.message ?? 'invalid'}`;
  throw new ApiError({
    ...answered,
    code: 'UNREADABLE_ANSWER',
    field: field === '' ? 'the whole response' : field,
    message:
      body === undefined ? 'the response is not JSON' : `the response does not match its schema: ${problem}`,
  });
}

/** Fails early when the key lacks the scope: the index would refuse the request and count it. */
function assertMay(name: EndpointName, scopes: readonly string[] | undefined): void {
  const scope = scopeOf(name);
  if (scopes === undefined || scope === null || scopes.includes(scope)) return;
  const message = `the key in use lacks the scope ${scope}`;
  throw new ApiError({ endpoint: name, status: 403, code: MISSING_SCOPE, message });
}

/** Set by the client, so that even an unanswered request can be found in the logs. */
export function newRequestId(): string {
  // Not randomUUID: pages that came over plain HTTP from another machine do not have it.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let sentSoFar = 0;

/** Reads this tab has sent. */
export const requestsSent = (): number => sentSoFar;

/** A reader over any fetch; `origin` is prefixed to the relay's path. */
export function createRead(request: typeof fetch, origin = '', newId: () => string = newRequestId): Read {
  return async (name, params, query, options = {}) => {
    const url = `${origin}${RELAY}${requestPath(name, params, query)}`;
    const sent = newId();
    assertMay(name, connectionInUse()?.scopes);
    const headers = {
      accept: 'application/json',
      [REQUEST_ID]: sent,
      [ACCEPTS_ABSENCE]: '1',
      ...(options.maxAgeMs !== undefined && {
        'cache-control': `max-age=${Math.floor(options.maxAgeMs / 1000)}`,
      }),
      ...connectionHeader(),
    };
    const { signal } = options;
    const send = async () => {
      sentSoFar += 1;
      const sentAt = clock.monotonic();
      const response = await request(url, { headers, cache: 'no-store', signal: signal ?? null });
      clock.noteAnswer(response.headers, sentAt);
      noteLimit(response.headers, clock.now());
      if (response.status === 429) noteRefusal(requestedWait(response.headers) ?? 0, clock.now());
      return response;
    };
    const row: Endpoint = endpoint(name);
    const answered = await exchange(name, send, { signal, sent, params });
    const answer = fitting(answered, row.response) as Answer<typeof name>;
    noteRecords(name, params, answer);
    return answer;
  };
}

const HOUR_MS = 3_600_000;

/** Reads through `by`, but fails at once with the same refusal where the index lacked the endpoint less than an hour ago. */
export function rememberAbsences(
  by: Read,
  stored: Pick<StoredValue<Absences>, 'get' | 'set'>,
  now: () => number,
): Read {
  return async (name, ...request) => {
    // A 404 on a path with an id is about the id.
    if (endpoint(name).path.includes('{')) return by(name, ...request);
    const cached = stored.get()[name];
    if (cached !== undefined && now() - cached.at < HOUR_MS)
      throw new ApiError({ endpoint: name, ...cached });
    try {
      return await by(name, ...request);
    } catch (error) {
      if (error instanceof ApiError && ABSENT_STATUSES.includes(error.status)) {
        const { status, code, message } = error;
        stored.set({ ...stored.get(), [name]: { status, code, message, at: now() } });
      }
      throw error;
    }
  };
}

const readUnnamed: Read = withAcceptedPageSize(
  rememberAbsences(
    createRead((input, init) => fetch(input, init)),
    storedAbsences,
    clock.now,
  ),
  storedLargestPage,
);

export const read: Read = async (name, params, query, options) => {
  const answer = await readUnnamed(name, params, query, options);
  noteNames(readUnnamed, name, answer);
  return answer;
};
