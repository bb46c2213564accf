// Every limit of the index service. The environment overrides `claimsPerHour` and `requestsPerMinute`.

const HOUR_MS = 3_600_000;

export const defaultLimits = {
  /** Keys one client address may claim within an hour. */
  claimsPerHour: 5,
  /** Requests per minute of a claimed key. */
  requestsPerMinute: 600,
  keyLifetimeMs: 30 * 24 * HOUR_MS,
  bodyBytes: 16_384,
  urlBytes: 16_384,
  /** A stream sends a comment after this long without an event. */
  streamKeepAliveMs: 15_000,
  usageFlushMs: 10_000,
  /** How often streams are compared with keys that another process has revoked. */
  revokedPollMs: 1_000,
};

export type Limits = typeof defaultLimits;

/** Above `urlBytes`, so that a long URL gets our 414 and not Node's 431. */
export const HEADER_BYTES = 65_536;
/** Longer than the relay keeps an idle connection, so that it never reuses one that is closing. */
export const IDLE_CONNECTION_MS = 75_000;
/** How long a stop waits for running requests. */
export const SHUTDOWN_GRACE_MS = 500;

/** What the stream keeps in memory, once for all readers, and how much one read returns. */
export const STREAM_BUFFER = { events: 2_000, characters: 8_000_000 };
export const STREAM_READ_EVENTS = 200;

/** The kernel's limit for a socket path is 107 bytes on Linux and 103 on macOS. */
export const SOCKET_PATH_BYTES = 100;

/** How a mirror reads its source. */
export const SOURCE = {
  timeoutMs: 30_000,
  /** Between two requests. */
  pauseMs: 20,
  /** Between two passes over the history. */
  restMs: 1_000,
  /** The history is read at least this often, also when the stream is silent. */
  pollMs: 20_000,
  /** A stream without even a comment for this long is opened again. */
  silenceMs: 90_000,
  /** A source that seems to have started a new log is checked again after this time. */
  recheckMs: 2_000,
  retry: { firstMs: 1_000, longestMs: 30_000, jitter: 0.25 },
  /** Tools and skills change without events too. */
  objectsMs: 600_000,
  /** Share of the key's limit left to its other users. */
  leftToOthers: 0.2,
};

/** Connections to a PostgreSQL server. */
export const POSTGRES = {
  connectMs: 5_000,
  keepAliveMs: 60_000,
  /** A close waits this long for running statements. */
  closeMs: 5_000,
  /** Listening for notifications again. */
  reconnect: { firstMs: 250, longestMs: 10_000, jitter: 0.5 },
};

/** How processes on one PostgreSQL server take turns at writing. */
export const WRITER = {
  /** The server ends the session of a writer that is silent for so long. */
  stalledMs: 3_000,
  heartbeatMs: 500,
  /** How often a process that stands by tries to become the writer. */
  retryMs: 250,
};

/** How often a process that does not write reads the log without a notification. */
export const LOG_POLL_MS = 1_000;
/** A process that could not read the log for so long answers no more requests. */
export const LOG_UNREAD_MS = 5_000;

/** Free bytes of the embedded store's disk below which no events are accepted: a batch, its journal, keys and usage fit in. */
export const DISK_RESERVE_BYTES = 128 * 1024 * 1024;
/** How often a source whose events were refused by a full disk tries again. */
export const DISK_RETRY_MS = 1_000;
