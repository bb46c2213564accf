// Responses of the relay: JSON that keeps 64-bit integers, and one shape for errors. Invariant: nothing is cacheable, and the message of
// an unexpected error never leaves the process.
import { randomUUID } from 'node:crypto';
import { ContractError, type ErrorBody } from '@/lib/contract/errors';
import { REQUEST_ID, requestIdOf } from '@/lib/contract/request-id';
import { stringifyJson } from '@/lib/json/exact';
import { REQUEST_LIMITS } from './limits';
import { theRelay, type Relay } from './relay';

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
} as const;

/** A response without its transport: Next's routes and plain node:http both send it. */
export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string | null;
  /** To be called once the body is sent, or never will be; further calls do nothing. */
  release?: () => void;
}

const PART_BYTES = 64 * 1024;

/** Part by part, as it is sent, so that `release` is called when nothing of it waits any more. */
function streamOf(body: Buffer, release: () => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (sent >= body.length) {
          release();
          return controller.close();
        }
        controller.enqueue(new Uint8Array(body.subarray(sent, sent + PART_BYTES)));
        sent += PART_BYTES;
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}

/**
 * The response to `request`. Next neither reads nor cancels the body of a HEAD, or of a client that has disconnected, so `release` does not wait
 * for that.
 */
export function toResponse(
  { status, headers, body, release = () => undefined }: PlainResponse,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): Response {
  const unread = method === 'HEAD' || signal.aborted;
  if (unread || !Buffer.isBuffer(body)) {
    release();
    return new Response(Buffer.isBuffer(body) ? null : body, { status, headers });
  }
  signal.addEventListener('abort', release, { once: true });
  return new Response(streamOf(body, release), { status, headers });
}

export function json(value: unknown, status = 200): Response {
  return new Response(stringifyJson(value), { status, headers: JSON_HEADERS });
}

/**
 * The response for what a handler threw; 500 without details unless it is a ContractError. Failures of the index, and bugs, are logged. An id given
 * by the index wins over `requestId`.
 */
export function failureOf(relay: Relay, error: unknown, requestId: string = randomUUID()): PlainResponse {
  if (!(error instanceof ContractError)) relay.log.unforeseen(error);
  const { code, message, status, headers } =
    error instanceof ContractError
      ? error
      : new ContractError('INTERNAL', 'something went wrong in the console');
  const request_id = headers[REQUEST_ID] ?? requestId;
  if (error instanceof ContractError && code.startsWith('UPSTREAM_')) relay.log.upstream(error, request_id);
  const body: ErrorBody = { error_code: code, message, request_id };
  return {
    status,
    headers: { ...JSON_HEADERS, ...headers, 'x-error-code': code, [REQUEST_ID]: request_id },
    body: stringifyJson(body),
  };
}

/** Throws URI_TOO_LONG. */
export function assertUrlLength(url: string): void {
  if (url.length > REQUEST_LIMITS.urlLength)
    throw new ContractError('URI_TOO_LONG', 'The address is too long.');
}

/** Runs an App route's handler with the relay of this process, and turns what it throws into an error response. */
export async function handleRequest(
  request: Request,
  handler: (relay: Relay, request: Request, requestId: string) => Promise<Response>,
  relay: Relay = theRelay(),
): Promise<Response> {
  // The browser may have named the request.
  const requestId = requestIdOf(request.headers, randomUUID);
  try {
    assertUrlLength(request.url);
    return await handler(relay, request, requestId);
  } catch (error) {
    return toResponse(failureOf(relay, error, requestId), request);
  }
}
