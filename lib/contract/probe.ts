// Probes of our own relay: "is there such a thing?" asked of a row of the table. Headers between browser and relay, never sent to an index.

/** The browser says that absence is an answer. */
export const PROBE = 'x-probe';

/** The relay's 204 says which status the index gave. */
export const PROBED_STATUS = 'x-probed-status';
