// Reads and changes the session over the relay's session routes, and what else the console says of itself. Failures are ApiErrors.
// Invariant: a key is in one request's body and is stored nowhere here.
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { readErrorBody } from '@/lib/contract/errors';
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
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { connectionHeader } from './connection-in-use';
import { ApiError } from './failure';
import { waitAsked } from './read';

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
    throw new ApiError({ endpoint, code: 'UNREACHABLE', message: 'The console cannot be reached.' }, cause);
  });
  const { status } = response;
  const body = jsonOrNothing(await response.text());
  const request_id = response.headers.get('x-request-id');
  if (!response.ok) {
    const error = readErrorBody(body);
    throw new ApiError({
      endpoint,
      status,
      code: error.error_code,
      message: error.message ?? `The console responded with ${status}.`,
      request_id: error.request_id ?? request_id,
      retry_after_ms: waitAsked(response.headers),
    });
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new ApiError({ endpoint, status, message: 'Unexpected response from the console.', request_id });
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

/** `network`: by its name; the first unless stated. */
interface NetworkChoice {
  network?: string | undefined;
}

export function createSessionRequests(request: typeof fetch) {
  const change = (act: string, body: unknown) => post(request, `${ROOT}${act}`, body, sessionState);
  const claim = (act: string, body: unknown) => post(request, `${ROOT}${act}`, body, claimResult);
  return {
    /** What this browser holds now: another tab may have added or removed a key. */
    read: () => ask(request, ROOT, sessionState, { method: 'GET' }),
    /** Enters the access password of this console. */
    unlock: (password: string) => change('/unlock', { password }),
    /** On a simulated network: claims a key in one click. */
    demo: (choice: NetworkChoice) => claim('/demo', choice),
    claim: (wanted: ClaimRequest & NetworkChoice) => claim('/claim', wanted),
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
      post(request, `${ROOT}/recovery`, { connection, passphrase }, recoveryFile),
    restore: (file: RecoveryFile, passphrase: string) => change('/restore', { file, passphrase }),
    restoreClaim: (file: ClaimFile) => claim('/restore', { file }),
    /** The key itself, once, where the operator allows it. */
    reveal: async (connection: string) =>
      (await post(request, `${ROOT}/reveal`, { connection }, revealedKey)).key,
  };
}
export type SessionRequests = ReturnType<typeof createSessionRequests>;

export const sessionRequests = createSessionRequests((input, init) => fetch(input, init));

/** This console's own requests with the active key. `after`: when the index gave the report that these are shown beside, in ms since 1970. */
export const ownRequestsQuery = (after: number) =>
  queryOptions({
    queryKey: ['own-requests', after],
    queryFn: ({ signal }) =>
      ask(fetch, `${ROOT}/requests`, ownRequests, { method: 'GET', headers: connectionHeader(), signal }),
  });

/** The build the server now runs; null when it can't be determined. */
export async function runningBuild(request: typeof fetch): Promise<string | null> {
  try {
    const response = await request('/api/version', { cache: 'no-store' });
    if (!response.ok) return null;
    const answer = (await response.json()) as { build_id?: unknown } | null;
    return typeof answer?.build_id === 'string' ? answer.build_id : null;
  } catch {
    return null;
  }
}
