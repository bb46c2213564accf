// A failed read as plain data for the screen. Invariant: whatever was thrown has the same shape.
import { endpoints, type EndpointName } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { ApiError, type ApiErrorFacts } from './api-error';

export type Failure = ApiErrorFacts;

export function failureOf(error: Error | Failure): Failure;
export function failureOf(error: Error | Failure | null): Failure | null;
export function failureOf(error: Error | Failure | null): Failure | null {
  if (error === null || 'request_id' in error) return error;
  return new ApiError({ endpoint: '', message: error.message });
}

function rowOf(name: string) {
  return Object.hasOwn(endpoints, name) ? endpoints[name as EndpointName] : undefined;
}

/** Whether the index lacks the endpoint itself. A 404 on a path with an id is about the id. */
export function isNotProvided(failure: Pick<Failure, 'status' | 'endpoint'> | null): boolean {
  if (failure === null) return false;
  if (failure.status === 405 || failure.status === 501) return true;
  return failure.status === 404 && rowOf(failure.endpoint)?.path.includes('{') === false;
}

/** The scope an endpoint requires; null where any key, or none, will do. */
export function scopeOf(name: string): Scope | null {
  const access = rowOf(name)?.access;
  return access === undefined || access === 'open' || access === 'any-key' ? null : access;
}
