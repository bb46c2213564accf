// HTTP client for the index (docs/decisions/001). Invariant: the key is sent in the x-api-key header only and never to another origin,
// every wait ends, and every response is complete. A failure is a ContractError that names neither key nor URL.
import { ContractError, readErrorBody, type ErrorCode } from '@/lib/contract/errors';
import { REQUEST_ID } from '@/lib/contract/request-id';
import { parseForeignJson } from '@/lib/json/exact';
import {
  type BodyLimits,
  boundedResponse,
  isTooLarge,
  ResponseBodyError,
} from '@/lib/limits/bounded-response';
import { ANSWER_BYTES, ANSWER_LIMITS, PAGE_VALUES } from '@/lib/relay/limits';
import { createAnswerBudget, type AnswerShare, type Lease } from './answer-budget';
import { slashRedirect } from './slash-redirect';

export interface UpstreamRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path and query as written by endpoint-url.ts. */
  path: string;
  key?: string | undefined;
  /** JSON text. */
  body?: string;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** Longest wait for the headers, where it differs from the others'. */
  timeoutMs?: number;
  /** Most bytes of the answer, where fewer than the others' are expected. */
  maxBytes?: number;
  headers?: Record<string, string>;
  /** Holds the answer until the caller releases it; without one, until it is returned. */
  lease?: Lease;
}

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export type Upstream = ReturnType<typeof createUpstream>;

export interface UpstreamOptions {
  /** Address of the API, perhaps with a path, without a trailing slash. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** Longest wait for the headers. */
  timeoutMs?: number;
  limits?: Partial<BodyLimits>;
  /** Of the budget for answers; by default the client has one of its own. */
  share?: AnswerShare | undefined;
  /** The index has started to respond, whatever the status. */
  onHeaders?: () => void;
  /** Called after each complete response. `facts` may be logged: path without query, no headers; the key may not. */
  onResponse?: (
    facts: { method: string; path: string; status: number; ms: number },
    key: string | undefined,
    headers: Headers,
  ) => void;
}

/** Far above a page of 100 rows or a structure of some thousand elements, and small enough to hold several at once. */
const BODY_LIMITS: BodyLimits = { maxBytes: ANSWER_BYTES.largest, idleMs: 10_000, totalMs: 60_000 };

/** What an answer is given at first of its index's share; then twice as much whenever it needs more. */
const FIRST_HOLD_BYTES = 64 * 1024;

/** Holds what is received; the size that the index states at once, so that no answer is given up half-way. */
function holdFor(response: Response, lease: Lease, signal: AbortSignal): (bytes: number) => Promise<void> {
  const stated = response.headers.has('content-encoding')
    ? 0
    : Number(response.headers.get('content-length') ?? 0);
  let received = 0;
  let reserved = 0;
  return async (bytes) => {
    received += bytes;
    if (received <= reserved) return;
    reserved = Math.max(stated, FIRST_HOLD_BYTES, 2 ** Math.ceil(Math.log2(received)));
    await lease.hold(reserved, signal);
  };
}

const bodyErrors = {
  'too large': ['UPSTREAM_INVALID', "The index's response is too large"],
  stalled: ['UPSTREAM_TIMEOUT', 'The index stopped in the middle of its response'],
  truncated: ['UPSTREAM_INVALID', "The index's response was cut off"],
} as const;

function bodyError(error: unknown): unknown {
  if (!(error instanceof ResponseBodyError)) return error;
  const [code, message] = bodyErrors[error.reason];
  return new ContractError(code, message, { cause: error });
}

const isTruncated = (error: unknown) => error instanceof ResponseBodyError && error.reason === 'truncated';

/** The index's response headers that reach a browser: allowed names and short plain values only; cookies and server names stay here. */
const KEPT_HEADER = /^(ratelimit-[a-z]+|retry-after|x-request-id|x-error-code)$/;
const PLAIN_VALUE = /^[\w ,:.;=+-]{1,100}$/;

export function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name, value]) => KEPT_HEADER.test(name) && PLAIN_VALUE.test(value)),
  );
}

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

/** The index's error response as ours: its status where we have it, its own message, the wait and the request id kept. */
export function refusal(
  response: { status: number; headers: Headers; body: unknown },
  fallback: string,
): ContractError {
  const { message } = readErrorBody(response.body);
  return new ContractError(CODE_OF_STATUS[response.status] ?? 'UPSTREAM_INVALID', message ?? fallback, {
    headers: keptHeaders(response.headers),
  });
}

/** A kept-alive connection may have been closed meanwhile: the index has seen nothing of this request. */
function wasClosedBefore(error: unknown): boolean {
  const code = ((error as Error | undefined)?.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** The JSON of a response; undefined when it is an error page, empty or nested too deeply. */
export function bodyOf(bytes: Buffer): unknown {
  try {
    return parseForeignJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const COMMA = 44;

/** Whether the relay parses a body itself. Commas come with values: counting them costs a hundredth of parsing. */
function hasFewValues(bytes: Buffer): boolean {
  let commas = 0;
  for (let at = bytes.indexOf(COMMA); at !== -1 && commas <= PAGE_VALUES; at = bytes.indexOf(COMMA, at + 1))
    commas += 1;
  return commas <= PAGE_VALUES;
}

/** Whether an answer is small enough for a page to start with, or to keep. */
export const isSmall = ({ bytes }: Pick<UpstreamAnswer, 'bytes'>): boolean =>
  bytes.length <= ANSWER_BYTES.parsed && hasFewValues(bytes);

/** Whether a body ends as JSON does; error pages and bodies that were cut off do not. */
export function endsAsJson(bytes: Buffer): boolean {
  return /[\]}]\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64)));
}

/** Whether a body starts as an object or a list. */
export function startsAsJson(bytes: Buffer): boolean {
  return /^\uFEFF?\s*[[{]/.test(bytes.toString('utf8', 0, 64));
}

const isCutOff = ({ bytes }: UpstreamAnswer) => startsAsJson(bytes) && !endsAsJson(bytes);

/** Whether the index, or a proxy in front of it, echoes the key it was sent. */
function holdsKey({ headers, bytes }: UpstreamAnswer, key: string): boolean {
  const secret = key.slice(key.indexOf('.') + 1);
  // A short secret occurs anywhere.
  if (secret.length < 8) return false;
  return bytes.includes(secret) || [...headers.values()].some((value) => value.includes(secret));
}

export function createUpstream(options: UpstreamOptions) {
  const { baseUrl, timeoutMs = 15_000, share = createAnswerBudget(ANSWER_LIMITS).share() } = options;
  const limits = { ...BODY_LIMITS, ...options.limits };

  async function send(request: UpstreamRequest, signal: AbortSignal): Promise<Response> {
    const url = `${baseUrl}${request.path}`;
    const response = await sendTo(url, request, signal);
    const location = response.headers.get('location');
    const target =
      (request.method ?? 'GET') === 'GET'
        ? slashRedirect(url, { status: response.status, location })
        : undefined;
    if (target === undefined) return response;
    await response.body?.cancel();
    return sendTo(target, request, signal);
  }

  function sendTo(url: string, request: UpstreamRequest, signal: AbortSignal): Promise<Response> {
    const { body, key, requestId, method = 'GET' } = request;
    return options.fetch(url, {
      method,
      redirect: 'manual',
      cache: 'no-store',
      signal,
      headers: {
        ...request.headers,
        accept: 'application/json',
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(requestId === undefined ? {} : { [REQUEST_ID]: requestId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  async function readHead(request: UpstreamRequest, controller: AbortController): Promise<Response> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, request.timeoutMs ?? timeoutMs);
    try {
      return await send(request, controller.signal).catch((error: unknown) => {
        const isRead = (request.method ?? 'GET') === 'GET';
        if (!isRead || controller.signal.aborted || !wasClosedBefore(error)) throw error;
        return send(request, controller.signal);
      });
    } catch (cause) {
      if (late) throw new ContractError('UPSTREAM_TIMEOUT', 'The index took too long to respond', { cause });
      if (request.signal?.aborted === true) throw request.signal.reason as Error;
      throw new ContractError('UPSTREAM_UNREACHABLE', 'The index cannot be reached', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async function attempt(request: UpstreamRequest, lease: Lease): Promise<UpstreamAnswer> {
    lease.release();
    const { key, method = 'GET', path, signal } = request;
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    const startedAt = performance.now();
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await readHead(request, controller);
      options.onHeaders?.();
      const { status, headers } = response;
      if (status >= 300 && status < 400) {
        await response.body?.cancel();
        throw new ContractError(
          'UPSTREAM_INVALID',
          'The index responded with a redirect, which is not followed',
        );
      }
      const isError = status >= 400;
      const maxBytes = Math.min(
        limits.maxBytes,
        request.maxBytes ?? Infinity,
        isError ? ANSWER_BYTES.error : Infinity,
      );
      const bytes = await boundedResponse(response, {
        limits: { ...limits, maxBytes },
        signal: controller.signal,
        onBytes: holdFor(response, lease, controller.signal),
      }).catch((error: unknown) => {
        // The status of an error counts, whatever its page.
        if (isError && isTooLarge(error)) return Buffer.alloc(0);
        throw error;
      });
      await lease.hold(bytes.length);
      const answer = { status, headers, bytes };
      const ms = Math.round(performance.now() - startedAt);
      options.onResponse?.({ method, path: path.split('?')[0] ?? '', status, ms }, key, headers);
      if (key !== undefined && holdsKey(answer, key))
        throw new ContractError(
          'UPSTREAM_INVALID',
          "The index's response contains the key and was discarded",
        );
      return answer;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * The complete response, whatever its status; a read whose response was cut off is sent once more. Throws UPSTREAM_UNREACHABLE, _TIMEOUT or
   * _INVALID; an aborted signal rejects with its reason.
   */
  async function take(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const isRead = (request.method ?? 'GET') === 'GET';
    const lease = request.lease ?? share.lease();
    try {
      const answer = await attempt(request, lease).catch((error: unknown) => {
        if (isRead && isTruncated(error)) return attempt(request, lease);
        throw error;
      });
      const complete = isRead && isCutOff(answer) ? await attempt(request, lease) : answer;
      if (request.lease === undefined) lease.release();
      return complete;
    } catch (error) {
      lease.release();
      throw bodyError(error);
    }
  }

  return {
    /** Host of the index, for display. */
    host: new URL(baseUrl).host,
    take,
    /** The same with the body parsed as JSON; undefined when it is not JSON, or has too many values for the relay to check. */
    async read(request: UpstreamRequest): Promise<{ status: number; headers: Headers; body: unknown }> {
      const { status, headers, bytes } = await take(request);
      return { status, headers, body: hasFewValues(bytes) ? bodyOf(bytes) : undefined };
    },
  };
}
