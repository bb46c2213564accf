// How the relay answers: JSON that keeps 64-bit integers, and every failure in one error shape (spec 7, decisions "error body").
// Invariant: nothing the relay answers is stored by a cache, and the text of an unforeseen error stays on this side.
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

/**
 * Status, headers and body of an error answer. Whatever is not a ContractError is a 500 without its text.
 * `requestId`: what the request is called here, where the index gave it no name.
 */
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

/** Where failures are written down (log.ts): what nobody foresaw, and what the index did wrong. */
export interface FailureLog {
  unforeseen: (error: unknown) => void;
  upstream: (error: ContractError, requestId: string) => void;
}

/** Runs a handler; what it throws becomes an error answer. What was not foreseen is reported by name only. */
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
