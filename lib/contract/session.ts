// What the relay answers about a session, and what it takes to open or change one. The one part of the contract that the index does not speak:
// relay and browser meet here. Invariant: no answer below can carry a key outwards but `revealedKey`, which an operator has to allow and a visitor to ask for;
// `connectRequest` is the only one that carries it inwards.
import * as z from 'zod/mini';
import { API_KEY, claimRequest } from './keys';
import { record, timestamp } from './record';

/** A read names the connection of the page that asks, by this header; the stream, which has no headers, by this parameter. */
export const CONNECTION = 'x-connection';
export const CONNECTION_PARAM = 'connection';

/** The index behind the relay, as far as it says so itself; null is unknown. */
export const indexState = record({
  host: z.string(),
  /** False when the index did not answer just now; the other fields are then null. */
  reachable: z.boolean(),
  name: z.nullable(z.string()),
  release: z.nullable(z.string()),
  network: z.nullable(z.string()),
  simulated: z.nullable(z.boolean()),
  /** One life of the event log: with another value, ids remembered from before mean nothing. */
  log_id: z.nullable(z.string()),
});
export type IndexState = z.output<typeof indexState>;

/** One key of this browser, by its facts. */
export const connectionState = record({
  /** Names the connection; opens nothing. */
  id: z.string(),
  network: z.string(),
  key_id: z.string(),
  scopes: z.array(z.string()),
  requests_per_minute: z.nullable(z.number()),
  expires_at: z.nullable(timestamp),
  /** The operator's key: it cannot be saved, shown or revoked here. */
  operator: z.boolean(),
  /** It may be shown, once. */
  may_reveal: z.boolean(),
});
export type ConnectionState = z.output<typeof connectionState>;

/** A network this console reads. `operator_key`: whether its operator lends a key, and what that asks. */
export const networkState = record({
  name: z.string(),
  host: z.string(),
  operator_key: z.enum(['none', 'open', 'password']),
});
export type NetworkState = z.output<typeof networkState>;

/** GET /api/session, and the answer of every route that changes it. */
export const sessionState = record({
  /** The connection in use, if its key has not lapsed. */
  connected: z.boolean(),
  connection: z.nullable(z.string()),
  network: z.string(),
  key_id: z.nullable(z.string()),
  scopes: z.array(z.string()),
  expires_at: z.nullable(timestamp),
  requests_per_minute: z.nullable(z.number()),
  /** All keys of this browser, lapsed ones too. */
  connections: z.array(connectionState),
  networks: z.array(networkState),
  index: indexState,
});
export type SessionState = z.output<typeof sessionState>;

const network = z.optional(z.string().check(z.maxLength(32)));

/** POST /api/session: a key of the visitor's, or the operator's. */
export const connectRequest = z.union([
  z.object({
    key: z
      .string()
      .check(
        z.trim(),
        z.regex(
          API_KEY,
          'must look like <key id>.<secret>, with letters, digits, dashes and underscores only',
        ),
      ),
    network,
  }),
  z.object({ use: z.literal('operator'), password: z.optional(z.string().check(z.maxLength(256))), network }),
]);

/** POST /api/session/claim: the index's claim, and of which network. */
export const claimHere = z.extend(claimRequest, { network });

/** POST /api/session/demo */
export const demoRequest = z.object({ network });

/** POST /api/session/use, /leave and /reveal: one of this browser's connections. */
export const connectionRequest = z.object({ connection: z.string().check(z.minLength(1), z.maxLength(64)) });

/** POST /api/session/revoke: `confirm` is the key's id, typed by the visitor. */
export const revokeRequest = z.extend(connectionRequest, {
  confirm: z.string().check(z.trim(), z.maxLength(64)),
});

export const passphrase = z
  .string()
  .check(
    z.minLength(10, 'must have at least 10 characters'),
    z.maxLength(256, 'must not be longer than 256 characters'),
  );

/** POST /api/session/recovery */
export const recoveryRequest = z.extend(connectionRequest, { passphrase });

/** The answer of it, which is what is saved. `sealed` opens with this console's secret and the visitor's passphrase only. */
export const recoveryFile = z.object({
  format: z.literal('dagscope-recovery-1', 'is not a recovery file of this console'),
  network: z.string().check(z.maxLength(32)),
  key_id: z.string().check(z.maxLength(64)),
  made_at: timestamp,
  sealed: z.string().check(z.maxLength(4096), z.regex(/^[\w*.~-]+$/, 'is not a seal')),
});
export type RecoveryFile = z.output<typeof recoveryFile>;

/** POST /api/session/restore */
export const restoreRequest = z.object({
  file: recoveryFile,
  passphrase: z.string().check(z.minLength(1), z.maxLength(256)),
});

/** GET /api/session/requests: what this console has asked with the key in use, since its start, by hour and route template. */
export const ownRequests = record({
  since: timestamp,
  rows: z.array(record({ hour: timestamp, route: z.string(), requests: z.int() })),
});
export type OwnRequests = z.output<typeof ownRequests>;

/** The answer of /reveal. */
export const revealedKey = record({ key: z.string().check(z.regex(API_KEY)) });
