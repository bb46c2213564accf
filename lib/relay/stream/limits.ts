// Every limit of the event stream; tests replace them. Streams per session and address are in lib/relay/limits.ts.
export const STREAM_LIMITS = {
  /** One ring, whichever limit is reached first; all rings of the process together have `allRingsBytes`. */
  ringFrames: 4096,
  ringBytes: 8 * 1024 * 1024,
  allRingsBytes: 32 * 1024 * 1024,
  /** A larger frame, with field names and one byte for each line end, is not passed on: readers get a gap. */
  frameBytes: 1024 * 1024,
  /** Frames that arrive within this time of the last write are sent together. */
  batchMs: 50,
  /** Connections per key for cursors older than the ring. */
  catchUps: 4,
  /** Readers that arrive within this time, cold or with old cursors, share a connection. */
  gatherMs: 60,
  /** A full socket may hold up the other readers of its catch-up for this long. */
  patienceMs: 2_000,
  /** Keep-alive of browsers' streams. */
  heartbeatMs: 15_000,
  /** A cursor beyond the end of the log is checked again after this time. */
  recheckMs: 1_000,
  /** Slow readers: one whose socket stays full for longer is disconnected. */
  drainMs: 30_000,
  /** A socket that does not accept the end of its stream within this time is destroyed. */
  graceMs: 5_000,
  /** Streams end after this time, give or take a fifth; browsers reconnect. */
  maxAgeMs: 15 * 60_000,
  /** Without readers the connection is kept for `idleMs`, then the ring for `keepRingMs`. */
  idleMs: 30_000,
  keepRingMs: 5 * 60_000,
  /** Without a connection for this long the stream is stale. */
  staleAfterMs: 10_000,
  /** Where the index answers reads, its stream is unusable if it does not open within this time. */
  opensWithinMs: 1_000,
  /** A shorter outage is reported once it is over, if it lasted this long. */
  awayMs: 1_000,
  /** Without an event for this long the stream is compared with the listing; while nothing happens ever less often. */
  quietMs: 30_000,
  longestQuietMs: 5 * 60_000,
  /** An event of the listing that the stream has not delivered after this time shows that the stream is unusable. */
  overdueMs: 10_000,
  /** Events that arrive out of order are reported together. */
  disorderMs: 5_000,
  /** The index may be silent for this long: before its headers, and between bytes (or three keep-alive intervals). */
  headersMs: 30_000,
  silenceMs: 60_000,
  /** How often a visitor's key is checked while another key reads the stream, and how long an index may leave it unconfirmed. */
  keyCheckMs: 60_000,
  keyUnconfirmedMs: 3 * 60_000,
  /** A new stream waits this long for the first confirmation. */
  keyFirstCheckMs: 5_000,
  streamsPerProcess: 10_000,
};

/** How long the relay waits before it connects to the index again. */
export const RECONNECT = {
  refused: { firstMs: 250, longestMs: 30_000, jitter: 1 },
  /** Probing a closed port is cheap, and someone is waiting for it to open. */
  unreachable: { firstMs: 250, longestMs: 8_000, jitter: 1 },
  longestRetryAfterMs: 5 * 60_000,
  /** After a connection that lasted this long no failure counts; after one that only brought events, a few. */
  stableAfterMs: 30_000,
  failuresAfterProgress: 2,
};

export type StreamLimits = typeof STREAM_LIMITS;
