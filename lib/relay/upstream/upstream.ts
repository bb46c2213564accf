// HTTP client for the index (docs/decisions/001). Invariant: the key is sent in the x-api-key header only, redirects are not followed,
// every wait ends, and every response is complete. A failure is a ContractError that names neither key nor URL.
import { ContractError } from '@/lib/contract/errors';
import { REQUEST_ID } from '@/lib/contract/request-id';
import { parseJson } from '@/lib/json/exact';
import { BODY_LIMITS, readBody, TruncatedBodyError, type BodyLimits } from './read-body';

export interface UpstreamRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path and query as written by endpoint-url.ts. */
  path: string;
  key?: string | undefined;
  /** JSON text. */
  body?: string;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** Longest wait for the first of the answer, where it differs from the others'. */
  timeoutMs?: number;
  headers?: Record<string, string>;
}

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export interface Upstream {
  /** Host of the index, for display. */
  host: string;
  /** The complete response, whatever its status. Throws UPSTREAM_UNREACHABLE, _TIMEOUT or _INVALID; an aborted signal rejects with its reason. */
  take(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** The same with the body parsed as JSON; undefined when it is not JSON. */
  read(request: UpstreamRequest): Promise<{ status: number; headers: Headers; body: unknown }>;
}

export interface UpstreamOptions {
  /** Address of the API, perhaps with a path, without a trailing slash. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** Longest wait for the headers. */
  timeoutMs?: number;
  limits?: Partial<BodyLimits>;
  /** The index responded, whatever the status. */
  onAnswer?: () => void;
  /** Called after each complete response. `facts` may be logged: path without query, no headers; the key may not. */
  onAsked?: (
    facts: { method: string; path: string; status: number; ms: number },
    key: string | undefined,
    headers: Headers,
  ) => void;
}

/** A kept-alive connection may have been closed meanwhile: the index has seen nothing of this request. */
function wasClosedBefore(error: unknown): boolean {
  const code = ((error as Error | undefined)?.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** The JSON of a response; undefined when it is an error page or empty. */
export function bodyOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A body that is labelled JSON, starts as an object or a list, and does not end as one. */
function isCutOff({ headers, bytes }: UpstreamAnswer): boolean {
  if (!/json/i.test(headers.get('content-type') ?? '')) return false;
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 64));
  return /^\s*[[{]/.test(bytes.toString('latin1', 0, 64)) && !/[\]}]\s*$/.test(end);
}

/** Whether the index, or a proxy in front of it, echoes the key it was sent. */
function holdsKey({ headers, bytes }: UpstreamAnswer, key: string): boolean {
  const secret = key.slice(key.indexOf('.') + 1);
  // A short one occurs anywhere.
  if (secret.length < 8) return false;
  return bytes.includes(secret) || [...headers.values()].some((value) => value.includes(secret));
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { baseUrl, timeoutMs = 15_000 } = options;
  const limits = { ...BODY_LIMITS, ...options.limits };

  function send(request: UpstreamRequest, signal: AbortSignal): Promise<Response> {
    const { body, key, requestId, method = 'GET' } = request;
    return options.fetch(`${baseUrl}${request.path}`, {
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
      options.onAnswer?.();
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
      options.onAsked?.({ method, path: path.split('?')[0] ?? '', status, ms }, key, headers);
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

  /** A read whose response was cut off is sent once more. */
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
    host: new URL(baseUrl).host,
    take,
    async read(request) {
      const { status, headers, bytes } = await take(request);
      return { status, headers, body: bodyOf(bytes) };
    },
  };
}
