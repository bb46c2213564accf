// A failed read: refused, unreachable or unreadable. Invariant: it names the endpoint, and whatever was thrown has this shape.
import { BEYOND_SPECIFICATION, endpoints, isEndpointName } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { isEndpointMissing } from './known-records';

/** A failure as plain data for the screen. */
export interface Failure {
  /** HTTP status of the response, 0 when there was none. */
  status: number;
  /** The error code of the body or header; null when the response named none. */
  code: string | null;
  /** May be shown. */
  message: string;
  /** For support requests to the operator of the service. */
  request_id: string | null;
  /** Name of the row of the endpoint table, e.g. `leaders.list`. */
  endpoint: string;
  /** The ids in its path, where they are known. */
  params?: Readonly<Record<string, string>> | null;
  /** The invalid field of the response, e.g. `items.3.status`; null otherwise. */
  field: string | null;
  /** Requested wait; null when the service named none. */
  retry_after_ms: number | null;
}

export class ApiError extends Error implements Failure {
  readonly status: number;
  readonly code: string | null;
  readonly request_id: string | null;
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>> | null;
  readonly field: string | null;
  readonly retry_after_ms: number | null;

  constructor(facts: Partial<Failure> & { endpoint: string; message: string }, cause?: unknown) {
    super(facts.message, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.request_id = facts.request_id ?? null;
    this.endpoint = facts.endpoint;
    this.params = facts.params ?? null;
    this.field = facts.field ?? null;
    this.retry_after_ms = facts.retry_after_ms ?? null;
  }
}

export function failureOf(error: Error | Failure): Failure;
export function failureOf(error: Error | Failure | null): Failure | null;
export function failureOf(error: Error | Failure | null): Failure | null {
  if (error === null || 'request_id' in error) return error;
  return new ApiError({ endpoint: '', message: error.message });
}

function rowOf(name: string) {
  return isEndpointName(name) ? endpoints[name] : undefined;
}

/** The code of a request that was not sent because the key lacks the scope. */
export const MISSING_SCOPE = 'MISSING_SCOPE';

/** Whether the index lacks the endpoint itself. A 404 on a path with an id is about the id, unless the index has shown the record. */
export function isNotProvided(
  failure: (Pick<Failure, 'status' | 'code' | 'endpoint'> & Partial<Pick<Failure, 'params'>>) | null,
): boolean {
  if (failure === null) return false;
  if (failure.status === 405 || failure.status === 501) return true;
  if (failure.status === 401 || failure.status === 403)
    return failure.code !== MISSING_SCOPE && BEYOND_SPECIFICATION.has(failure.endpoint);
  if (failure.status !== 404 || !isEndpointName(failure.endpoint)) return false;
  return isEndpointMissing(failure.endpoint, failure.params ?? null);
}

/** Whether the index refuses this request, or lacks its endpoint: asking again changes nothing. */
export function isRefusedForGood(error: Error | null): boolean {
  if (error === null) return false;
  const failure = failureOf(error);
  return failure.status === 401 || failure.status === 403 || isNotProvided(failure);
}

/** The scope an endpoint requires; null where any key, or none, will do. */
export function scopeOf(name: string): Scope | null {
  const access = rowOf(name)?.access;
  return access === undefined || access === 'open' || access === 'any-key' ? null : access;
}
