// The id of one request, from the browser through the relay to the index's log.
// Invariant: an id from outside is short and plain, or it is replaced.

export const REQUEST_ID = 'x-request-id';

const SANE_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** The id that a request or an answer carries; undefined when there is none or it is not plain. */
export function carriedRequestId(headers: Headers): string | undefined {
  const id = headers.get(REQUEST_ID);
  return id !== null && SANE_ID.test(id) ? id : undefined;
}

/** The caller's id when it is short and plain, else a new one. */
export function requestIdOf(headers: Headers, fresh: () => string): string {
  return carriedRequestId(headers) ?? fresh();
}
