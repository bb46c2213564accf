// JSON responses, and every error in one shape (spec 7).
// Invariant: an unexpected error reveals nothing but its request id.
import { ContractError } from '@/lib/contract/errors';
import { stringifyJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import { RawJson } from './handler-types';

/** Exact JSON. RawJson is inserted as it is, so stored payloads keep every digit. */
function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}

export type HeaderList = Readonly<Record<string, string>>;

export function jsonResponse(value: unknown, status = 200, headers: HeaderList = {}): Response {
  return new Response(writeJson(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** Any thrown value as an answer: a ContractError says what it is, everything else is a 500 without details. */
export function errorResponse(error: unknown, requestId: string): Response {
  const contractError =
    error instanceof ContractError ? error : new ContractError('INTERNAL', 'internal error');
  return jsonResponse(
    { error_code: contractError.code, message: contractError.message, request_id: requestId },
    contractError.status,
    { ...contractError.headers, 'x-error-code': contractError.code },
  );
}
