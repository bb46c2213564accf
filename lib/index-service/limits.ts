// Every limit of the index service, one object per topic. CLAIMS_PER_HOUR and REQUESTS_PER_MINUTE override two of `KEYS`.

const HOUR_MS = 3_600_000;

export const KEYS = {
  /** Keys one client address may claim within an hour. */
  claimsPerHour: 5,
  /** Requests per minute of a claimed key. */
  requestsPerMinute: 600,
  /** The most that a payment token may buy. */
  paidRequestsPerMinute: 1_000_000,
  lifetimeMs: 30 * 24 * HOUR_MS,
  /** How long the mark of a used payment token outlives the token: clocks of several processes differ. */
  spentTokenMs: 24 * HOUR_MS,
  /** How often streams are compared with keys that another process has revoked. */
  revokedPollMs: 1_000,
  usageFlushMs: 10_000,
};

export const HTTP = {
  bodyBytes: 16_384,
  urlBytes: 16_384,
  /** A page of a list that has more than this ends early: as JSON in UTF-8 it stays below the 16 MiB that the relay takes. */
  pageCharacters: 2_500_000,
  /** Above `urlBytes`, so that a long URL gets our 414 and not Node's 431. */
  headerBytes: 65_536,
  /** A request's headers, and the whole of it, have to arrive within. */
  headersMs: 10_000,
  requestMs: 15_000,
  /** A socket without traffic is closed after this; streams send comments more often. */
  silentSocketMs: 120_000,
  /** Longer than the relay keeps an idle connection, so that it never reuses one that is closing. */
  idleConnectionMs: 75_000,
  /** How long a stop waits for running requests. */
  shutdownGraceMs: 500,
};

export const STREAM = {
  /** A stream sends a comment after this long without an event. */
  keepAliveMs: 15_000,
  /** What is kept in memory, once for all readers. */
  buffer: { events: 2_000, characters: 8_000_000 },
  /** Events of one read from the store; the streams of a key read the store one after another. */
  readEvents: 200,
  /** Bytes of payload after which such a read ends: an event may have 250 kB. */
  readBytes: 1_000_000,
  /** Open streams of a key in this process. A console has one for each key, and up to four more that catch up. */
  openPerKey: 64,
  /** Retry-After of a stream beyond that. */
  retryAfterS: 5,
};

export const LOG = {
  /** How many of the newest events that set a policy are read to find the previous ones; they are rare. */
  policyEvents: 1_000,
  /** How often a process that does not write the log reads it without a notification. */
  pollMs: 1_000,
  /** A process that could not read it for so long answers no more requests. */
  unreadMs: 5_000,
};

export const STORE = {
  /** Characters of a text from the chain that an index holds. PostgreSQL refuses more than 2,704 bytes, and a character has up to four. */
  indexedCharacters: 512,
};

export const STATISTICS = {
  /** More visits of vertices than these are read from the counters where they have them. */
  exactVisits: 10_000,
  /** Reasons of missed turns per leader, the most frequent ones. */
  reasons: 10,
};

export const SEARCH = {
  /** The least to search for: less would match a large part of every table. */
  hexDigits: 4,
  digestCharacters: 4,
  wordCharacters: 2,
  /** How many of the latest failed executions are searched for reasons, and of the latest aborted ones. */
  failures: 2_000,
};

/** How a mirror reads its source. */
export const SOURCE = {
  timeoutMs: 30_000,
  /** Of one answer, decompressed. A list that is larger is read in smaller pages. */
  answerBytes: 16 * 1024 * 1024,
  pageRows: 100,
  /** Pages in a row that may bring no row that was not there before: rows that do not decode, or that arrived while the pages were read. */
  emptyPages: 100,
  /** Of a page token: below the lines of a request that servers take. */
  tokenCharacters: 4_096,
  /** Pages of an agent's skills. */
  skillPages: 1_000,
  /** The longest that the source may tell it to wait. */
  longestPauseMs: 3_600_000,
  /** What is appended at once. */
  batch: { events: 1_000, bytes: 8_000_000 },
  /** What is kept of logs that the source has replaced, the newest events. */
  replacedBytes: 512 * 1024 * 1024,
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
  /** Share of the key's limit for its other users. */
  reservedShare: 0.2,
};

/** How a full node of the chain is read. */
export const CHAIN = {
  /** The node ends a call after 60 s itself. */
  unaryMs: 30_000,
  listMs: 60_000,
  pingMs: 20_000,
  /** The node's own limit is 16 MiB. */
  answerBytes: 32 * 1024 * 1024,
  /** The most events that the node lists in a call. */
  pageEvents: 1_000,
  /** A stream without even progress for this long is opened again; progress comes about every five seconds. */
  silenceMs: 60_000,
  retry: { firstMs: 2_000, longestMs: 60_000, jitter: 0.5 },
  /** The list lags the stream by moments. */
  tipMs: 50,
  /** A checkpoint that the stream has named and a call does not find is requested again after pauses up to this long. */
  lagMs: 5_000,
  /** What is kept of the stream while the history is listed, and what is kept for one transaction. */
  spoolCharacters: 32_000_000,
  batch: { events: 2_000, characters: 8_000_000 },
  /** Of our events of one checkpoint: far above what transactions of this network emit, and what memory has room for. */
  checkpointCharacters: 128_000_000,
  /** Transactions whose times are read in a call. */
  timesAtOnce: 200,
  /** Checkpoints read at the same time from a node without filtered calls. */
  checkpointsAtOnce: 8,
  /** While the history is listed, what is complete is stored at least this often. */
  historyMs: 5_000,
  /** How often progress without events is stored, and the time of its checkpoint read. */
  progressMs: 1_000,
  timeMs: 5_000,
  /** Levels of a value, which the chain limits to 128: far below MOST_DEPTH, so that mirrors read the event's record around it too. */
  depth: 400,
  /** Pages of an object's fields: a million agents. */
  fieldPages: 1_000,
  /** Packages remembered as foreign or as a later version. */
  packages: 1_000,
  /** Skills and tools change without events too. */
  objectsMs: 3_600_000,
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

/** The embedded store's disk. */
export const DISK = {
  /** Free bytes below which no events are accepted: a batch, its journal, keys and usage fit in. */
  reserveBytes: 128 * 1024 * 1024,
  /** How often a source whose events were refused by a full disk tries again. */
  retryMs: 1_000,
};

/** The kernel's limit for a socket path is 107 bytes on Linux and 103 on macOS. */
export const SOCKET_PATH_BYTES = 100;

/** Limits that a service can be started with. */
export const defaultLimits = {
  claimsPerHour: KEYS.claimsPerHour,
  requestsPerMinute: KEYS.requestsPerMinute,
  streamKeepAliveMs: STREAM.keepAliveMs,
};

export type Limits = typeof defaultLimits;
