// A failed read as plain data for the screen, and the scope an endpoint asks for. Whatever was thrown becomes the same shape.
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { ApiError, type ApiErrorFacts } from './api-error';

export type Failure = ApiErrorFacts;

export function failureOf(error: Error | null): Failure | null {
  if (error === null) return null;
  if (error instanceof ApiError) return error;
  return new ApiError({ endpoint: '', message: error.message });
}

/** What an index answers that has no such endpoint: the specification does not have them all. */
const WITHOUT = new Set([404, 405, 501]);

/** For a listing: the index has none, so the page needs another way. */
export function isNotAnswered<Told extends { status: number }>(failure: Told | null): failure is Told {
  return failure !== null && WITHOUT.has(failure.status);
}

/** The scope a row asks for, where it asks for one. */
export function scopeOf(name: EndpointName): Scope | null {
  const { access } = endpoint(name);
  return access === 'open' || access === 'any-key' ? null : access;
}
