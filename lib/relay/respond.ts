// How the relay answers: JSON that keeps 64-bit integers, and every failure in one error shape (spec 7, decisions "error body").
// Invariant: nothing the relay answers is stored by a cache, and the text of an unforeseen error stays on this side.
import { randomUUID } from 'node:crypto';
import { ContractError, type ErrorBody } from '@/lib/contract/errors';
import { stringifyJson } from '@/lib/json/exact';

export const NO_STORE = { 'Cache-Control': 'no-store' } as const;

export function json(value: unknown, status = 200): Response {
  return new Response(stringifyJson(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...NO_STORE },
  });
}

/** Status, headers and body of an error answer. Whatever is not a ContractError is a 500 without its text. */
export function errorAnswer(error: unknown): {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
} {
  const known =
    error instanceof ContractError
      ? error
      : new ContractError('INTERNAL', 'something went wrong in the console');
  const request_id = known.headers['x-request-id'] ?? randomUUID();
  return {
    status: known.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...NO_STORE,
      ...known.headers,
      'x-error-code': known.code,
      'x-request-id': request_id,
    },
    body: { error_code: known.code, message: known.message, request_id },
  };
}

/** Runs a handler; what it throws becomes an error answer, and what was not foreseen is reported by name only. */
export async function answering(
  handler: () => Promise<Response>,
  report: (error: unknown) => void,
): Promise<Response> {
  try {
    return await handler();
  } catch (error) {
    if (!(error instanceof ContractError)) report(error);
    const { status, headers, body } = errorAnswer(error);
    return new Response(stringifyJson(body), { status, headers });
  }
}
