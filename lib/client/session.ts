// Reads and changes the session over the relay's session routes, and reads the console's facts. Failures are ApiErrors.
// Invariant: a key is in one request's body and is stored nowhere here.
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ClaimRequest } from '@/lib/contract/keys';
import {
  claimResult,
  ownRequests,
  recoveryFile,
  revealedKey,
  sessionState,
  type ClaimFile,
  type RecoveryFile,
} from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';
import { connectionHeader } from './connection-in-use';
import { exchange, fitting } from './read';
import { serverClock } from '@/lib/time/server-clock';

async function request<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  init: RequestInit & { method: 'GET' | 'POST' },
): Promise<z.output<Schema>> {
  const send = () => fetch(path, { cache: 'no-store', ...init });
  return fitting(await exchange(`${init.method} ${path}`, send), schema);
}

const post = <Schema extends z.ZodMiniType>(
  act: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> =>
  request(ROOT + act, schema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(body),
  });

const ROOT = '/api/session';

/** `network`: by its name; the first unless stated. */
interface NetworkChoice {
  network?: string | undefined;
}

const change = (act: string, body: unknown) => post(act, body, sessionState);
const claim = (act: string, body: unknown) => post(act, body, claimResult);

export const sessionRequests = {
  /** The connections of this browser now: another tab may have added or removed a key. */
  read: () => request(ROOT, sessionState, { method: 'GET' }),
  /** Enters the access password of this console. */
  unlock: (password: string) => change('/unlock', { password }),
  /** On a simulated network: claims a key in one click. */
  demo: (choice: NetworkChoice) => claim('/demo', choice),
  claim: (request: ClaimRequest & NetworkChoice) => claim('/claim', request),
  withKey: (key: string, choice: NetworkChoice) => change('', { key, ...choice }),
  /** With the key that the operator of this console lends. */
  withOperatorKey: (choice: NetworkChoice) => change('', { use: 'operator', ...choice }),
  /** Switches to another of this browser's keys. */
  use: (connection: string) => change('/use', { connection }),
  /** Removes a key from this browser; the key stays valid. */
  disconnect: (connection: string) => change('/disconnect', { connection }),
  /** Asks the index again about scopes it has not answered for. */
  check: (connection: string) => change('/check', { connection }),
  /** Revokes a key for good; `confirm` is its id as typed. */
  revoke: (connection: string, confirm: string) => change('/revoke', { connection, confirm }),
  /** The file that brings a key back, sealed by the server and by the passphrase. */
  recovery: (connection: string, passphrase: string) =>
    post('/recovery', { connection, passphrase }, recoveryFile),
  restore: (file: RecoveryFile, passphrase: string) => change('/restore', { file, passphrase }),
  restoreClaim: (file: ClaimFile) => claim('/restore', { file }),
  /** The key itself, once, where the operator allows it. */
  reveal: async (connection: string) => (await post('/reveal', { connection }, revealedKey)).key,
};

/** The session and its index as they are now; how far a mirror is behind changes all the time. */
export const sessionStateQuery = queryOptions({
  queryKey: ['session-state'],
  queryFn: sessionRequests.read,
  refetchInterval: 10_000,
});

/** This console's own requests with the active key. `after`: when the usage report beside them was answered, in ms since 1970. */
export const ownRequestsQuery = (after: number) =>
  queryOptions({
    queryKey: ['own-requests', after],
    queryFn: ({ signal }) =>
      request(`${ROOT}/requests`, ownRequests, { method: 'GET', headers: connectionHeader(), signal }),
  });

/** Compares this device's clock with the server's. */
export const askServerTime = async (): Promise<void> => void (await runningBuild());

/** The build the server now runs; null when it can't be determined. */
export async function runningBuild(): Promise<string | null> {
  try {
    const sentAt = serverClock.monotonic();
    const response = await fetch('/api/version', { cache: 'no-store' });
    serverClock.noteAnswer(response.headers, sentAt);
    if (!response.ok) return null;
    const answer = (await response.json()) as { build_id?: unknown } | null;
    return typeof answer?.build_id === 'string' ? answer.build_id : null;
  } catch {
    return null;
  }
}
