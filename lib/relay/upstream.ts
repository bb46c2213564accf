// The relay's way to the index over HTTP (ADR 001). Invariant: the key travels in the x-api-key header and nowhere else; a redirect is never
// followed, since it could carry the key to another host; every wait ends. A failure is a ContractError that names neither key nor address.
// The event stream has its own client (hub/upstream-stream.ts).
import { ContractError } from '@/lib/contract/errors';
import { parseJson } from '@/lib/json/exact';

export interface UpstreamRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path and query as written by endpoint-url.ts. */
  path: string;
  key?: string | undefined;
  /** JSON text. */
  body?: string;
  signal?: AbortSignal | undefined;
}

export interface Upstream {
  /** Host of the index, for display. */
  host: string;
  /** Resolves when the answer's headers are there, whatever its status; throws UPSTREAM_UNREACHABLE, _TIMEOUT or _INVALID (a redirect). */
  open(request: UpstreamRequest): Promise<Response>;
  /** The whole answer: `body` is parsed JSON, undefined when it is none. */
  read(request: UpstreamRequest): Promise<{ status: number; headers: Headers; body: unknown }>;
}

/** The index cannot be reached, or took too long: which of the two a failed fetch was. */
function failure(error: unknown, timedOut: boolean): ContractError {
  if (timedOut)
    return new ContractError('UPSTREAM_TIMEOUT', 'the index took too long to answer', { cause: error });
  return new ContractError('UPSTREAM_UNREACHABLE', 'the index cannot be reached', { cause: error });
}

export function createUpstream(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  timeoutMs?: number;
  /** The index has answered, whatever. */
  onAnswer?: () => void;
}): Upstream {
  const { baseUrl, timeoutMs = 15_000 } = options;

  async function within<Result>(
    request: UpstreamRequest,
    take: (response: Response) => Promise<Result> | Result,
  ): Promise<Result> {
    const controller = new AbortController();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      controller.abort();
    }, timeoutMs);
    const leave = () => controller.abort();
    if (request.signal?.aborted === true) leave();
    request.signal?.addEventListener('abort', leave, { once: true });
    try {
      const response = await options.fetch(`${baseUrl}${request.path}`, {
        method: request.method ?? 'GET',
        redirect: 'manual',
        cache: 'no-store',
        signal: controller.signal,
        headers: {
          accept: 'application/json',
          ...(request.key === undefined ? {} : { 'x-api-key': request.key }),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      options.onAnswer?.();
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        throw new ContractError(
          'UPSTREAM_INVALID',
          'the index answered with a redirect, which is not followed',
        );
      }
      return await take(response);
    } catch (error) {
      throw error instanceof ContractError ? error : failure(error, timedOut);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    host: new URL(baseUrl).host,
    open: (request) => within(request, (response) => response),
    read: (request) =>
      within(request, async (response) => {
        const text = await response.text();
        let body: unknown;
        try {
          body = parseJson(text);
        } catch {
          // An error page, or nothing at all: the status says enough.
        }
        return { status: response.status, headers: response.headers, body };
      }),
  };
}
