// Probes: reads that check whether something exists. Headers between browser and relay, never sent to an index.

/** Sent by the browser: absence is an answer, not an error. */
export const PROBE = 'x-probe';

/** In the relay's 204: the index's status. */
export const PROBED_STATUS = 'x-probed-status';
