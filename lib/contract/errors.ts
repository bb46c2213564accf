// Errors (spec 7): statuses, codes and our error body.
// The status is what counts, since a hosted index's body may be anything or nothing.
import * as z from 'zod/mini';
import { isJsonObject } from '@/lib/json/exact-number';

export const errorCodes = {
  INVALID_REQUEST: 400,
  INVALID_FILTER_VALUE: 400,
  UNAUTHENTICATED: 401,
  MISSING_SCOPE: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ALREADY_ISSUED: 409,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UPSTREAM_INVALID: 502,
  CLAIM_UNCERTAIN: 502,
  UPSTREAM_UNREACHABLE: 502,
  UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const errorBody = z.looseObject({
  error_code: z.string(),
  message: z.string(),
  request_id: z.nullish(z.string()),
});

export type ErrorBody = z.output<typeof errorBody>;

/** An error that has a status and a code: thrown inside a part, answered as errorBody at its edge. `message` is shown to users: no secrets. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Extra headers of the answer, e.g. Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ContractError';
    this.code = code;
    this.status = errorCodes[code];
    this.headers = options.headers ?? {};
  }

  /** By name: Next bundles the parts of one process apart, so this class exists more than once in it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ContractError' && 'code' in value;
  }
}

type Fields = Readonly<Record<string, unknown>>;
const MAX_MESSAGE = 500;

const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});

const textOf = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;

/** A text, or that of the first item of a list of errors. */
function messageIn(value: unknown): string | null {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  const { msg, message, detail } = fieldsOf(item);
  return textOf(item, msg, message, detail);
}

/** Code and message of any JSON error: ours, RFC 9457 (`title`, `detail`), nested in `error`, or in a list. Never fails; what is missing is null. */
export function readErrorBody(body: unknown): {
  error_code: string | null;
  message: string | null;
  request_id: string | null;
} {
  const outer = fieldsOf(body);
  const inner = fieldsOf(outer['error']);
  const message = textOf(
    messageIn(outer['message']),
    messageIn(outer['detail']),
    messageIn(inner['message']),
    messageIn(inner['detail']),
    messageIn(outer['errors']),
    outer['error_description'],
    messageIn(outer['error']),
    outer['title'],
  );
  const errorCode = textOf(
    outer['error_code'],
    outer['code'],
    inner['error_code'],
    inner['code'],
    outer['error'],
  );
  return {
    error_code: errorCode === message ? null : errorCode,
    message: message?.slice(0, MAX_MESSAGE) ?? null,
    request_id: textOf(outer['request_id'], inner['request_id']),
  };
}

/** The first fault of a failed parse, as "field: what is wrong". */
export function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
