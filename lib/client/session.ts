// Opening and leaving the session, over HTTP to the relay's session routes. Invariant: a key goes in one request's body and is kept nowhere here;
// what comes back is the session's projection, which has no room for one. Failures are ApiErrors as for every read.
import { readErrorBody } from '@/lib/contract/errors';
import type { ClaimRequest } from '@/lib/contract/keys';
import { sessionState, type SessionState } from '@/lib/contract/session';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { ApiError } from './api-error';
import { waitAsked } from './read';

function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function send(
  request: typeof fetch,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<SessionState> {
  const endpoint = `${method} ${path}`;
  const response = await request(path, {
    method,
    cache: 'no-store',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: stringifyJson(body) }),
  }).catch((cause: unknown) => {
    throw new ApiError({ endpoint, code: 'UNREACHABLE', message: 'the console could not be reached' }, cause);
  });
  const answer = jsonOrNothing(await response.text());
  const request_id = response.headers.get('x-request-id');
  if (!response.ok) {
    const said = readErrorBody(answer);
    throw new ApiError({
      endpoint,
      status: response.status,
      code: said.error_code,
      message: said.message ?? `answered ${response.status} without saying why`,
      request_id: said.request_id ?? request_id,
      retry_after_ms: waitAsked(response.headers),
    });
  }
  const parsed = sessionState.safeParse(answer);
  if (!parsed.success)
    throw new ApiError({
      endpoint,
      status: response.status,
      message: 'the answer is not a session',
      request_id,
    });
  return parsed.data;
}

export interface SessionRequests {
  /** On a simulated network: a key by one button. */
  demo: () => Promise<SessionState>;
  claim: (wanted: ClaimRequest) => Promise<SessionState>;
  withKey: (key: string) => Promise<SessionState>;
  /** The key that the operator of this console offers. */
  withOperatorKey: () => Promise<SessionState>;
  /** Forgets the key in this browser; the key stays valid. */
  leave: () => Promise<SessionState>;
}

export function createSessionRequests(request: typeof fetch): SessionRequests {
  return {
    demo: () => send(request, 'POST', '/api/session/demo', {}),
    claim: (wanted) => send(request, 'POST', '/api/session/claim', wanted),
    withKey: (key) => send(request, 'POST', '/api/session', { key }),
    withOperatorKey: () => send(request, 'POST', '/api/session', { use: 'operator' }),
    leave: () => send(request, 'DELETE', '/api/session'),
  };
}

export const sessionRequests: SessionRequests = createSessionRequests((input, init) => fetch(input, init));
