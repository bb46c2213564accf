// The hub's bounds in numbers, in one place: tests make them small.
export const HUB_LIMITS = {
  /** One ring; whichever bound comes first. */
  ringFrames: 4096,
  ringBytes: 8 * 1024 * 1024,
  /** Frames gather for so long at most before they are written as one. */
  flushMs: 50,
  /** Connections for cursors older than the ring, beside the one. */
  catchUps: 4,
  /** A reader that keeps others of its catch-up waiting for longer is put off. */
  patienceMs: 2_000,
  beatMs: 15_000,
  /** A socket may stay full for so long. */
  drainMs: 30_000,
  /** After the end of a stream its socket has so long to take the rest; then it is destroyed. */
  graceMs: 5_000,
  /** Life of a stream, give or take a fifth. */
  lifeMs: 15 * 60_000,
  /** Readers that come within this time after a cold start, or with old cursors, are looked at together. */
  coldWaitMs: 60,
  /** Without readers the connection is kept for so long, and the ring after that. */
  idleMs: 30_000,
  keepRingMs: 5 * 60_000,
  /** Without a connection for so long, readers are told. */
  staleAfterMs: 10_000,
  /** A shorter absence is told when it is over, if it was this long: somebody may have seen a read fail. */
  awayMs: 1_000,
  /** The index may be silent for so long: before its headers, and between bytes (or three times its keep-alive, if that is longer). */
  headersMs: 30_000,
  silenceMs: 60_000,
};
export type HubLimits = typeof HUB_LIMITS;
