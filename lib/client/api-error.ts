// The one error of a read: refused, unreachable or unreadable. Invariant: it names the endpoint; `status` is 0 without a
// response; `message` may be shown.

export interface ApiErrorFacts {
  /** HTTP status of the answer, 0 when there was none. */
  status: number;
  /** The error code of the body or header; null when the answer named none. */
  code: string | null;
  message: string;
  /** For support requests to the operator of the service. */
  request_id: string | null;
  /** Name of the row of the endpoint table, e.g. `leaders.list`. */
  endpoint: string;
  /** The invalid field of the response, e.g. `items.3.status`; null otherwise. */
  field: string | null;
  /** How long the service asked us to wait; null when it did not say. */
  retry_after_ms: number | null;
}

export class ApiError extends Error implements ApiErrorFacts {
  readonly status: number;
  readonly code: string | null;
  readonly request_id: string | null;
  readonly endpoint: string;
  readonly field: string | null;
  readonly retry_after_ms: number | null;

  constructor(facts: Partial<ApiErrorFacts> & { endpoint: string; message: string }, cause?: unknown) {
    super(facts.message, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.request_id = facts.request_id ?? null;
    this.endpoint = facts.endpoint;
    this.field = facts.field ?? null;
    this.retry_after_ms = facts.retry_after_ms ?? null;
  }
}
