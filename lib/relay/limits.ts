// Every limit on what one visitor may ask of the relay over HTTP. What limits an open event stream is in stream/limits.ts.
// An address is an IPv4 address or an IPv6 /64; a session is one connection of a browser.

interface SettableLimit {
  default: number;
  least?: number;
  most: number;
}

/** By the setting that changes it (env.ts, .env.example). */
export const LIMIT_SETTINGS = {
  /** Reads of the index per minute and session: the index, and the other users of a lent key. */
  READS_PER_SESSION: { default: 1_200, most: 1_000_000 },
  /**
   * Reads of the index, streams opened, requests about the session, and cookies that do not open, per minute and address. Counted before any
   * cookie is opened: the relay's CPU.
   */
  READS_PER_ADDRESS: { default: 6_000, most: 10_000_000 },
  /** Claims, keys, passwords and recovery files tried per minute and address: guesses, and keys that the index must issue. */
  SIGN_INS_PER_ADDRESS: { default: 30, most: 1_000_000 },
  /** Pages per minute and address, and as many requests that Next's route handlers answer (the session, /healthz): the relay's CPU. */
  RENDERS_PER_ADDRESS: { default: 1_200, most: 1_000_000 },
  /** Open event streams per session: sockets and memory. Also those opened per minute that must read old events again: the index. */
  STREAMS_PER_SESSION: { default: 12, most: 10_000 },
  /** The same per address. */
  STREAMS_PER_ADDRESS: { default: 100, most: 100_000 },
  /** Open connections of all addresses: file descriptors. */
  MAX_CONNECTIONS: { default: 20_000, least: 10, most: 1_000_000 },
} as const satisfies Record<string, SettableLimit>;

/** Bytes of one answer of the index, decompressed. Parsing is the relay's CPU, which all networks share. */
export const ANSWER_BYTES = {
  /** Lists and structures, which a browser parses. */
  largest: 16 * 1024 * 1024,
  /** Those that the relay parses itself, for a page or to keep them; the browser reads a larger one. */
  parsed: 2 * 1024 * 1024,
  /** What the relay asks for itself: one row, the usage of a key, a claim. */
  brief: 1024 * 1024,
  /** GET /, which every page and /healthz ask for. */
  description: 64 * 1024,
  /** The OpenAPI document. */
  document: 4 * 1024 * 1024,
  /** Of a status of 400 or more: a larger body is dropped. */
  error: 64 * 1024,
};

/**
 * Values of an answer that is parsed, and that a page may start with, a list or object as two, a number that no double holds as a hundred: React writes each of them
 * on its own. The browser reads a larger answer itself.
 */
export const PAGE_VALUES = 50_000;

/** Answers of the indexes that are received or sent at this moment (upstream/answer-budget.ts). Streams have rings of their own. */
export const ANSWER_LIMITS = {
  /** For all indexes. */
  sharedBytes: 48 * 1024 * 1024,
  /** For each index, whatever the others do. */
  reservedBytes: ANSWER_BYTES.largest,
  waitMs: 3_000,
  retryAfterS: 5,
};

/** No setting changes these. */
export const REQUEST_LIMITS = {
  /** Open connections per address: this times STREAMS_PER_ADDRESS, so that an address with all its streams open still loads pages. */
  connectionsPerStream: 4,
  /** Requests that wait on one connection. Browsers do not pipeline; two overlap when one arrives before the last response is closed. */
  pipelinedPerConnection: 4,
  /** Pages rendered at once, of all addresses and of one; other routes at once of one address; then how many of one address wait. */
  rendersAtOnce: 12,
  rendersAtOncePerAddress: 4,
  waitingPerAddress: 64,
  /** Changes of the session at once of one address: a claim may take a minute. */
  changesAtOncePerAddress: 16,
  /** Milliseconds. Next ends a render soon after its client has disconnected; its place is free after this at the latest. */
  abandonedRenderMs: 5_000,
  /** Milliseconds. A page that waits for its client's socket twice as long gives its place to another. */
  blockedRenderMs: 500,
  /**
   * Milliseconds from a request to the end of its response, event streams excepted: until then an answer takes up its bytes of the budget. A claim
   * may take one minute.
   */
  responseMs: 120_000,
  /** Wrong access passwords per `guessWindowMs` and address: guesses. Other addresses can still enter it. */
  wrongPasswordsPerAddress: 10,
  /** Attempts to open one recovery file per `guessWindowMs`, from any address: guesses of its passphrase. */
  guessesPerRecoveryFile: 10,
  /** Passphrases derived at once, and waiting. scrypt runs in a pool of four threads that file reads and name lookups share. */
  passphrasesAtOnce: 2,
  passphrasesWaiting: 8,
  /** Of every request body that the console accepts. */
  bodyBytes: 16 * 1024,
  /** Characters of an API request's URL: longer than any link this console makes. */
  urlLength: 8_192,
  /** Milliseconds that rates "per minute" and guesses are counted over. */
  rateWindowMs: 60_000,
  guessWindowMs: 15 * 60_000,
};
