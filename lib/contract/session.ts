// Session messages between browser and relay: the one part of the contract that no index implements.
// Invariant: only `revealedKey` and the cleartext of `unreadClaim` carry a key to the browser; the operator has to allow both.
import * as z from 'zod/mini';
import { claimRequest, printableKey } from './keys';
import { integer, number, record, timestamp } from './record';
import { chainProgress } from './service';

/** A read names its page's connection in this header; the stream, which has no headers, in this parameter. */
export const CONNECTION = 'x-connection';
export const CONNECTION_PARAM = 'connection';

/** The index behind the relay, as far as it describes itself; null is unknown. */
const indexState = record({
  host: z.string(),
  /** False when the index did not answer just now; the other fields are then null. */
  reachable: z.boolean(),
  name: z.nullable(z.string()),
  release: z.nullable(z.string()),
  network: z.nullable(z.string()),
  simulated: z.nullable(z.boolean()),
  /** Changes when the index starts a new event log: event ids from before are then meaningless. */
  log_id: z.nullable(z.string()),
  /** The index that this one mirrors. */
  mirror_of: z.nullable(z.string()),
  /** Milliseconds since the mirror was known to be complete, or since the newest checkpoint of the chain. */
  behind_ms: z.nullable(number),
  /** How far an index that follows a chain has come. */
  chain: z.nullish(chainProgress),
  /** Address of a public explorer with `{kind}` and `{id}`; null on a simulated network. */
  explorer: z.nullish(z.string()),
});
export type IndexState = z.output<typeof indexState>;

/** One key of this browser, without the key. */
export const connectionState = record({
  /** Names the connection; opens nothing. */
  id: z.string(),
  /** Null when the console no longer serves this network. */
  network: z.nullable(z.string()),
  /** Null where the index has not stated it. */
  key_id: z.nullable(z.string()),
  /** Every scope the index has not refused. */
  scopes: z.array(z.string()),
  /** Those of `scopes` that the index has not answered for yet. */
  unconfirmed_scopes: z.array(z.string()),
  requests_per_minute: z.nullable(number),
  expires_at: z.nullable(timestamp),
  /** The operator's key: it cannot be saved, revealed or revoked here. */
  operator: z.boolean(),
  /** It may be revealed, once. */
  may_reveal: z.boolean(),
});
export type ConnectionState = z.output<typeof connectionState>;

/** A network this console reads. */
const networkState = record({
  name: z.string(),
  host: z.string(),
  /** Its operator lends visitors a key. */
  operator_key: z.boolean(),
});
export type NetworkState = z.output<typeof networkState>;

/** GET /api/session, and the response of every route that changes it. */
export const sessionState = record({
  /** What the access password has to be entered for before it can be used. */
  password_for: z.enum(['nothing', 'operator_key', 'everything']),
  /** False when there is no active connection, or its key has expired. */
  connected: z.boolean(),
  connection: z.nullable(z.string()),
  network: z.string(),
  key_id: z.nullable(z.string()),
  scopes: z.array(z.string()),
  expires_at: z.nullable(timestamp),
  requests_per_minute: z.nullable(number),
  /** All keys of this browser, expired ones too. */
  connections: z.array(connectionState),
  networks: z.array(networkState),
  index: indexState,
});
export type SessionState = z.output<typeof sessionState>;

const network = z.optional(z.string().check(z.maxLength(32)));
const passphraseText = z.string().check(z.minLength(1), z.maxLength(256));

/** POST /api/session: connects with the visitor's key, or the operator's. */
export const connectRequest = z.union([
  z.object({ key: z.pipe(z.string().check(z.trim()), printableKey), network }),
  z.object({ use: z.literal('operator'), network }),
]);

/** POST /api/session/unlock: the access password of this console. */
export const unlockRequest = z.object({ password: z.string().check(z.maxLength(256)) });

/** POST /api/session/claim: the index's claim, and the network. */
export const claimHere = z.extend(claimRequest, { network });

/** POST /api/session/demo */
export const demoRequest = z.object({ network });

/** POST /api/session/use, /disconnect, /check and /reveal: one of this browser's connections. */
export const connectionRequest = z.object({ connection: z.string().check(z.minLength(1), z.maxLength(64)) });

/** POST /api/session/revoke: `confirm` is the key's id, typed by the visitor; `revoke` where the id is unknown. */
export const revokeRequest = z.extend(connectionRequest, {
  confirm: z.string().check(z.trim(), z.maxLength(512)),
});

export const SHORTEST_PASSPHRASE = 10;
export const passphrase = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSPHRASE, `must have at least ${SHORTEST_PASSPHRASE} characters`),
    z.maxLength(256, 'must not be longer than 256 characters'),
  );

/** POST /api/session/recovery */
export const recoveryRequest = z.extend(connectionRequest, { passphrase });

const SEAL = /^[\w*.~-]+$/;
const sealedFile = {
  network: z.string().check(z.maxLength(32)),
  made_at: timestamp,
  sealed: z.string().check(z.maxLength(15_000), z.regex(SEAL, 'is not sealed data')),
};

/** A saved key. `sealed` opens only with this console's secret and the visitor's passphrase. */
export const recoveryFile = z.object({
  format: z.literal('dagscope-recovery-1'),
  key_id: z.nullable(z.string().check(z.maxLength(512))),
  ...sealedFile,
});
export type RecoveryFile = z.output<typeof recoveryFile>;

/** The response to a claim in which no key was recognized. `sealed` opens only with this console's secret. */
const claimFile = z.object({ format: z.literal('dagscope-claim-1'), ...sealedFile });
export type ClaimFile = z.output<typeof claimFile>;

export const savedFile = z.union([recoveryFile, claimFile]);
export type SavedFile = z.output<typeof savedFile>;

/** POST /api/session/restore: a claim file needs no passphrase. */
export const restoreRequest = z.union([
  z.object({ file: recoveryFile, passphrase: passphraseText }),
  z.object({ file: claimFile }),
]);

/** The index accepted a claim, but no key was recognized in its response, or it could not be stored. */
export const unreadClaim = z.object({
  unread_claim: claimFile,
  reason: z.string(),
  /** The response as text, where the operator allows keys to be revealed. */
  text: z.nullable(z.string()),
});
export type UnreadClaim = z.output<typeof unreadClaim>;

/** Response of /claim, /demo, and /restore of a claim file. */
export const claimResult = z.union([unreadClaim, sessionState]);
export type ClaimResult = z.output<typeof claimResult>;

/** GET /api/session/requests: this console's requests with the active key since it started, by hour and route template. */
export const ownRequests = record({
  since: timestamp,
  rows: z.array(record({ hour: timestamp, route: z.string(), requests: integer })),
});
export type OwnRequests = z.output<typeof ownRequests>;

/** Response of /reveal. */
export const revealedKey = record({ key: printableKey });
