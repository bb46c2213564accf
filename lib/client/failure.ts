// A failed read as plain data for the screen, and the scope an endpoint asks for. Whatever was thrown becomes the same shape.
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { ApiError } from './api-error';

export interface Failure {
  status: number;
  code: string | null;
  message: string;
  request_id: string | null;
  endpoint: string;
  field: string | null;
  /** How long the service asks to wait; absent or null when it does not say. */
  retry_after_ms?: number | null;
}

export function failureOf(error: Error | null): Failure | null {
  if (error === null) return null;
  if (error instanceof ApiError) return error;
  return { status: 0, code: null, message: error.message, request_id: null, endpoint: '', field: null };
}

/** What an index answers that has no such endpoint: the specification does not have them all. */
const WITHOUT = new Set([404, 405, 501]);

/** For a listing: the index has none, so the page needs another way. */
export function isNotAnswered(failure: Failure | null): failure is Failure {
  return failure !== null && WITHOUT.has(failure.status);
}

/** The scope a row asks for, where it asks for one. */
export function scopeOf(name: EndpointName): Scope | null {
  const { access } = endpoint(name);
  return access === 'open' || access === 'any-key' ? null : access;
}
