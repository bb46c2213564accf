// Opening, changing and leaving the session, over HTTP to the relay's session routes. Invariant: a key goes in one request's body and is kept nowhere here;
// what comes back is the session's projection, which has no room for one; changes of all tabs follow each other. Failures are ApiErrors as for every read.
import type * as z from 'zod/mini';
import { readErrorBody } from '@/lib/contract/errors';
import type { ClaimRequest } from '@/lib/contract/keys';
import {
  recoveryFile,
  revealedKey,
  sessionState,
  type RecoveryFile,
  type SessionState,
} from '@/lib/contract/session';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { ApiError } from './api-error';
import { waitAsked } from './read';
import { oneAtATime } from './session-lock';

function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function ask<Schema extends z.ZodMiniType>(
  request: typeof fetch,
  path: string,
  schema: Schema,
  init: RequestInit & { method: 'GET' | 'POST' },
): Promise<z.output<Schema>> {
  const endpoint = `${init.method} ${path}`;
  const response = await request(path, { cache: 'no-store', ...init }).catch((cause: unknown) => {
    throw new ApiError({ endpoint, code: 'UNREACHABLE', message: 'the console could not be reached' }, cause);
  });
  const { status } = response;
  const answer = jsonOrNothing(await response.text());
  const request_id = response.headers.get('x-request-id');
  if (!response.ok) {
    const said = readErrorBody(answer);
    throw new ApiError({
      endpoint,
      status,
      code: said.error_code,
      message: said.message ?? `answered ${status} without saying why`,
      request_id: said.request_id ?? request_id,
      retry_after_ms: waitAsked(response.headers),
    });
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success)
    throw new ApiError({ endpoint, status, message: 'the answer is not what was asked for', request_id });
  return parsed.data;
}

const post = <Schema extends z.ZodMiniType>(
  request: typeof fetch,
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> =>
  ask(request, path, schema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(body),
  });

const ROOT = '/api/session';

/** `network`: by its name; left out, the first. */
interface Where {
  network?: string | undefined;
}

export interface SessionRequests {
  /** What this browser holds now: another tab may have added or left a key. */
  read: () => Promise<SessionState>;
  /** On a simulated network: a key by one button. */
  demo: (where: Where) => Promise<SessionState>;
  claim: (wanted: ClaimRequest & Where) => Promise<SessionState>;
  withKey: (key: string, where: Where) => Promise<SessionState>;
  /** The key that the operator of this console lends. */
  withOperatorKey: (password: string | undefined, where: Where) => Promise<SessionState>;
  /** Goes on with another of this browser's keys. */
  use: (connection: string) => Promise<SessionState>;
  /** Forgets a key in this browser; the key stays valid. */
  leave: (connection: string) => Promise<SessionState>;
  /** Ends a key for good; `confirm` is its id as typed. */
  revoke: (connection: string, confirm: string) => Promise<SessionState>;
  /** The file that brings a key back, sealed by the server and by the passphrase. */
  recovery: (connection: string, passphrase: string) => Promise<RecoveryFile>;
  restore: (file: RecoveryFile, passphrase: string) => Promise<SessionState>;
  /** The key itself, once, where the operator allows it. */
  reveal: (connection: string) => Promise<string>;
}

/** `inTurn` runs what changes the session, one after the other. */
export function createSessionRequests(request: typeof fetch, inTurn: typeof oneAtATime): SessionRequests {
  const session = (path: string, body: unknown) => inTurn(() => post(request, path, body, sessionState));
  return {
    read: () => ask(request, ROOT, sessionState, { method: 'GET' }),
    demo: (where) => session(`${ROOT}/demo`, where),
    claim: (wanted) => session(`${ROOT}/claim`, wanted),
    withKey: (key, where) => session(ROOT, { key, ...where }),
    withOperatorKey: (password, where) => session(ROOT, { use: 'operator', password, ...where }),
    use: (connection) => session(`${ROOT}/use`, { connection }),
    leave: (connection) => session(`${ROOT}/leave`, { connection }),
    revoke: (connection, confirm) => session(`${ROOT}/revoke`, { connection, confirm }),
    recovery: (connection, passphrase) =>
      post(request, `${ROOT}/recovery`, { connection, passphrase }, recoveryFile),
    restore: (file, passphrase) => session(`${ROOT}/restore`, { file, passphrase }),
    reveal: async (connection) =>
      (await inTurn(() => post(request, `${ROOT}/reveal`, { connection }, revealedKey))).key,
  };
}

export const sessionRequests: SessionRequests = createSessionRequests(
  (input, init) => fetch(input, init),
  oneAtATime,
);
