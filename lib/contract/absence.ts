// That an index lacks a record or an endpoint is an answer: browsers log every failed request, so the relay reports it in a header.

export const ABSENT_STATUSES: readonly unknown[] = [404, 405, 501];

/** Sent by the browser: absence is to be answered with 200. Never sent to an index. */
export const ACCEPTS_ABSENCE = 'x-accepts-absence';

/** In that answer of the relay: the index's status. */
export const ABSENT_STATUS = 'x-absent-status';
