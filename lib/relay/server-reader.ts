// Reading the index while a page is rendered on the server, with the visitor's own session. Invariant: the same checks as a read of the browser
// (upstream/forward.ts), and the answer parsed by the row's schema: data or an error, never a blank.
import 'server-only';
import { headers } from 'next/headers';
import { after } from 'next/server';
import { matchEndpoint, requestPath } from '@/lib/contract/endpoint-url';
import type { Answer, EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import type { SessionState } from '@/lib/contract/session';
import { clientAddress } from './server/client-address';
import { headersToBrowser } from './upstream/forward';
import { toForward } from './upstream/forwardable';
import { theRelay } from './relay';
import { cookiesOf, keyEndOf, readingSession, sessionStateOf, type KeyEnd } from './session/session';
import { parsedAnswer } from './upstream/parsed-answer';

/** The `ratelimit-*` headers that were last seen for a page, by the headers of its request. */
const limitSeen = new WeakMap<object, [string, string][]>();
export const limitOnServer = async () => limitSeen.get(await headers()) ?? [];

/**
 * One read for a page. The answer must not be modified. Throws ContractError: UNAUTHENTICATED without a session, the index's refusal with its meaning,
 * UPSTREAM_INVALID naming endpoint and field when the answer does not parse.
 */
export async function readOnServer<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
  { maxAgeMs }: { maxAgeMs?: number | undefined } = {},
): Promise<Answer<Name>> {
  const relay = theRelay();
  const requestHeaders = await headers();
  const { network, key } = await readingSession(relay, requestHeaders);
  const url = new URL(requestPath(name, params, query), 'http://relay.invalid');
  if (matchEndpoint('GET', url.pathname)?.name !== name)
    throw new ContractError('NOT_FOUND', 'no record has this ID');
  const response = await network.reads.get(toForward(url.pathname, url.searchParams), key, { maxAgeMs });
  // Its bytes count until the page is sent: what is parsed from them takes many times as much memory.
  after(response.release);
  const limit = Object.entries(headersToBrowser(response)).filter(([header]) =>
    header.startsWith('ratelimit-'),
  );
  if (limit.length > 0) limitSeen.set(requestHeaders, limit);
  return parsedAnswer(name, response);
}

/** The visitor's session and its index, for a layout. `network`: describes this one instead of the one in use; an unknown name is ignored. */
export async function sessionOnServer(network?: string): Promise<SessionState> {
  const relay = theRelay();
  const existing = network !== undefined && relay.networks.has(network) ? network : undefined;
  return sessionStateOf(relay, cookiesOf(relay, await headers()), { network: existing });
}

/** Why the key of a page no longer works. */
export async function endOfKey(ended: string | undefined): Promise<KeyEnd | null> {
  const relay = theRelay();
  const requestHeaders = await headers();
  return keyEndOf(relay, cookiesOf(relay, requestHeaders), {
    ended,
    address: clientAddress(requestHeaders),
  });
}
