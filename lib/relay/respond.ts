// Responses of the relay: JSON that keeps 64-bit integers, and one shape for errors. Invariant: nothing is cacheable, and the message of
// an unexpected error never leaves the process.
import { randomUUID } from 'node:crypto';
import { ContractError, type ErrorBody } from '@/lib/contract/errors';
import { REQUEST_ID } from '@/lib/contract/request-id';
import { stringifyJson } from '@/lib/json/exact';

export const NO_STORE = { 'Cache-Control': 'no-store' } as const;

export function json(value: unknown, status = 200): Response {
  return new Response(stringifyJson(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...NO_STORE },
  });
}

/** Status, headers and body for an error; 500 without details unless it is a ContractError. An id given by the index wins over `requestId`. */
export function errorAnswer(
  error: unknown,
  requestId: string = randomUUID(),
): {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
} {
  const known =
    error instanceof ContractError
      ? error
      : new ContractError('INTERNAL', 'something went wrong in the console');
  const request_id = known.headers[REQUEST_ID] ?? requestId;
  return {
    status: known.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...NO_STORE,
      ...known.headers,
      'x-error-code': known.code,
      [REQUEST_ID]: request_id,
    },
    body: { error_code: known.code, message: known.message, request_id },
  };
}

/** Where errors are logged (log.ts): unexpected ones, and those of the index. */
export interface FailureLog {
  unforeseen: (error: unknown) => void;
  upstream: (error: ContractError, requestId: string) => void;
}

/** Runs a handler and turns what it throws into an error response. */
export async function answering(
  handler: () => Promise<Response>,
  log: FailureLog,
  requestId: string = randomUUID(),
): Promise<Response> {
  try {
    return await handler();
  } catch (error) {
    const { status, headers, body } = errorAnswer(error, requestId);
    if (!(error instanceof ContractError)) log.unforeseen(error);
    else if (error.code.startsWith('UPSTREAM_')) log.upstream(error, body.request_id ?? requestId);
    return new Response(stringifyJson(body), { status, headers });
  }
}
