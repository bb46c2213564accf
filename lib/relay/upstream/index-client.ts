// HTTP client for the index (docs/decisions/001). Invariant: the key is sent in the x-api-key header only and never to another origin,
// every wait ends, and every response is complete. A failure is a ContractError that names neither key nor URL.
import { ContractError, readErrorBody, type ErrorCode } from '@/lib/contract/errors';
import { REQUEST_ID } from '@/lib/contract/request-id';
import { jsonOrUndefined } from '@/lib/json/exact';
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
  headers?: Record<string, string>;
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
  /** The index has started to respond, whatever the status. */
  onHeaders?: () => void;
  /** Called after each complete response. `facts` may be logged: path without query, no headers; the key may not. */
  onResponse?: (
    facts: { method: string; path: string; status: number; ms: number },
    key: string | undefined,
    headers: Headers,
  ) => void;
}

interface BodyLimits {
  maxBytes: number;
  /** Longest silence between two chunks. */
  idleMs: number;
  /** Longest time for the whole body. */
  totalMs: number;
}

/** Far above a page of 100 rows or a structure of some thousand elements, and small enough to hold many at once. */
const BODY_LIMITS: BodyLimits = { maxBytes: 16 * 1024 * 1024, idleMs: 10_000, totalMs: 60_000 };

/** A body that ended early: the same request may succeed the next time. */
class TruncatedBodyError extends Error {}

const tooLarge = () => new ContractError('UPSTREAM_INVALID', "The index's response is too large");
const stalled = () =>
  new ContractError('UPSTREAM_TIMEOUT', 'The index stopped in the middle of its response');

/** Throws TruncatedBodyError, UPSTREAM_INVALID (too large) or UPSTREAM_TIMEOUT; an aborted signal rejects with its reason. */
async function readBody(response: Response, limits: BodyLimits, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  const cancel = () => void reader.cancel().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const giveUp = () => {
    late = true;
    cancel();
  };
  const total = setTimeout(giveUp, limits.totalMs);
  let idle = setTimeout(giveUp, limits.idleMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw stalled();
      if (done) return Buffer.concat(chunks, size);
      clearTimeout(idle);
      idle = setTimeout(giveUp, limits.idleMs);
      chunks.push(value);
      size += value.byteLength;
      if (size > limits.maxBytes) throw tooLarge();
    }
  } catch (error) {
    cancel();
    if (error instanceof ContractError) throw error;
    if (signal.aborted) throw signal.reason as Error;
    throw late ? stalled() : new TruncatedBodyError('truncated', { cause: error });
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}

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

/** The JSON of a response; undefined when it is an error page or empty. */
export function bodyOf(bytes: Buffer): unknown {
  return jsonOrUndefined(bytes.toString('utf8'));
}

/** Whether a body ends as JSON does; error pages and bodies that were cut off do not. */
export function endsAsJson(bytes: Buffer): boolean {
  return /[\]}]\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64)));
}

/** Whether a body starts as an object or a list. */
export function startsAsJson(bytes: Buffer): boolean {
  return /^\s*[[{]/.test(bytes.toString('latin1', 0, 64));
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
  const { baseUrl, timeoutMs = 15_000 } = options;
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

  async function attempt(request: UpstreamRequest): Promise<UpstreamAnswer> {
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
      const bytes = await readBody(response, limits, controller.signal);
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
    try {
      const answer = await attempt(request).catch((error: unknown) => {
        if (isRead && error instanceof TruncatedBodyError) return attempt(request);
        throw error;
      });
      return isRead && isCutOff(answer) ? await attempt(request) : answer;
    } catch (error) {
      if (!(error instanceof TruncatedBodyError)) throw error;
      throw new ContractError('UPSTREAM_INVALID', "The index's response was cut off", { cause: error });
    }
  }

  return {
    /** Host of the index, for display. */
    host: new URL(baseUrl).host,
    take,
    /** The same with the body parsed as JSON; undefined when it is not JSON. */
    async read(request: UpstreamRequest): Promise<{ status: number; headers: Headers; body: unknown }> {
      const { status, headers, bytes } = await take(request);
      return { status, headers, body: bodyOf(bytes) };
    },
  };
}
