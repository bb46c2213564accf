// Responses of the relay: JSON that keeps 64-bit integers, and one shape for errors. Invariant: nothing is cacheable, and the message of
// an unexpected error never leaves the process.
import { randomUUID } from 'node:crypto';
import { ContractError, type ErrorBody } from '@/lib/contract/errors';
import { REQUEST_ID, requestIdOf } from '@/lib/contract/request-id';
import { stringifyJson } from '@/lib/json/exact';
import { theRelay, type Relay } from './relay';

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
} as const;
/** Longer than any link this console makes. */
const MAX_URL = 8_192;

export function json(value: unknown, status = 200): Response {
  return new Response(stringifyJson(value), { status, headers: JSON_HEADERS });
}

/** Status, headers and body for an error; 500 without details unless it is a ContractError. An id given by the index wins over `requestId`. */
export function errorAnswer(
  error: unknown,
  requestId: string = randomUUID(),
): { status: number; headers: Record<string, string>; body: ErrorBody } {
  const known =
    error instanceof ContractError
      ? error
      : new ContractError('INTERNAL', 'something went wrong in the console');
  const request_id = known.headers[REQUEST_ID] ?? requestId;
  return {
    status: known.status,
    headers: { ...JSON_HEADERS, ...known.headers, 'x-error-code': known.code, [REQUEST_ID]: request_id },
    body: { error_code: known.code, message: known.message, request_id },
  };
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
    if (request.url.length > MAX_URL) throw new ContractError('URI_TOO_LONG', 'The address is too long.');
    return await handler(relay, request, requestId);
  } catch (error) {
    const { status, headers, body } = errorAnswer(error, requestId);
    if (!(error instanceof ContractError)) relay.log.unforeseen(error);
    else if (error.code.startsWith('UPSTREAM_')) relay.log.upstream(error, body.request_id ?? requestId);
    return new Response(stringifyJson(body), { status, headers });
  }
}
