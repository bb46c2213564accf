// The relay's way to the index over HTTP (ADR 001). Invariant: the key travels in the x-api-key header and nowhere else; a redirect is never
// followed, since it could carry the key to another host; every wait ends, and every answer is whole. A failure is a ContractError that names
// neither key nor address. Who shares an answer is reads.ts's; the event stream has its own client (hub/upstream-stream.ts).
import { ContractError } from '@/lib/contract/errors';
import { REQUEST_ID } from '@/lib/contract/request-id';
import { parseJson } from '@/lib/json/exact';
import { BODY_LIMITS, takeBody, type BodyLimits } from './answer-body';

export interface UpstreamRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path and query as written by endpoint-url.ts. */
  path: string;
  key?: string | undefined;
  /** JSON text. */
  body?: string;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
}

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export interface Upstream {
  /** Host of the index, for display. */
  host: string;
  /** The whole answer, whatever its status. Throws UPSTREAM_UNREACHABLE, _TIMEOUT or _INVALID; an aborted signal rejects with its reason. */
  take(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** The same with `body` as parsed JSON, undefined when it is none. */
  read(request: UpstreamRequest): Promise<{ status: number; headers: Headers; body: unknown }>;
}

const LATE = 'the index took too long to answer';

/** A connection kept from an earlier request may have been closed meanwhile: the index has seen nothing of this one. */
function wasClosedBefore(error: unknown): boolean {
  const code = ((error as Error | undefined)?.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** JSON of an answer; undefined when it is none. */
export function bodyOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    // An error page, or nothing at all: the status says enough.
    return undefined;
  }
}

/** Whether an answer gives back what it was asked with: an index, or a proxy before it, that echoes requests. */
function holdsKey(headers: Headers, bytes: Buffer, key: string): boolean {
  const secret = key.slice(key.indexOf('.') + 1);
  return bytes.includes(secret) || [...headers.values()].some((value) => value.includes(secret));
}

export function createUpstream(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** The longest wait for the first of an answer. */
  timeoutMs?: number;
  limits?: Partial<BodyLimits>;
  /** The index has answered, whatever. */
  onAnswer?: () => void;
  /** Told after each answer, for the log: no query, no header. The key stands apart: it is not to be written down. */
  onAsked?: (
    facts: { method: string; path: string; status: number; ms: number },
    key: string | undefined,
  ) => void;
}): Upstream {
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
        accept: 'application/json',
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(requestId === undefined ? {} : { [REQUEST_ID]: requestId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** The head of the answer, in time. A read over a connection that turns out to be closed is sent once more. */
  async function head(request: UpstreamRequest, controller: AbortController): Promise<Response> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timeoutMs);
    const again = (request.method ?? 'GET') === 'GET';
    try {
      return await send(request, controller.signal).catch((error: unknown) => {
        if (!again || controller.signal.aborted || !wasClosedBefore(error)) throw error;
        return send(request, controller.signal);
      });
    } catch (cause) {
      if (late) throw new ContractError('UPSTREAM_TIMEOUT', LATE, { cause });
      if (request.signal?.aborted === true) throw request.signal.reason as Error;
      throw new ContractError('UPSTREAM_UNREACHABLE', 'the index cannot be reached', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async function take(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const controller = new AbortController();
    const leave = () => controller.abort(request.signal?.reason);
    const startedAt = performance.now();
    if (request.signal?.aborted === true) leave();
    request.signal?.addEventListener('abort', leave, { once: true });
    try {
      const response = await head(request, controller);
      options.onAnswer?.();
      const { status, headers } = response;
      if (status >= 300 && status < 400) {
        await response.body?.cancel();
        throw new ContractError(
          'UPSTREAM_INVALID',
          'the index answered with a redirect, which is not followed',
        );
      }
      const bytes = await takeBody(response, limits, controller.signal);
      const { method = 'GET', path } = request;
      const ms = Math.round(performance.now() - startedAt);
      options.onAsked?.({ method, path: path.split('?')[0] ?? '', status, ms }, request.key);
      if (request.key !== undefined && holdsKey(headers, bytes, request.key))
        throw new ContractError('UPSTREAM_INVALID', 'the index sent the key back, which goes no further');
      return { status, headers, bytes };
    } finally {
      request.signal?.removeEventListener('abort', leave);
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
