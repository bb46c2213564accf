// Reading the index while a page is rendered on the server, with the visitor's own session. Invariant: the same checks as a read of the browser
// (upstream/forward.ts), and the answer parsed by the row's schema: data or an error, never a blank.
import 'server-only';
import { headers } from 'next/headers';
import { matchEndpoint, requestPath } from '@/lib/contract/endpoint-url';
import {
  endpoint,
  type Answer,
  type EndpointName,
  type ParamsInput,
  type QueryInput,
} from '@/lib/contract/endpoints';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { inContractTerms } from '@/lib/contract/read-answer';
import type { SessionState } from '@/lib/contract/session';
import { clientAddress } from './server/client-address';
import { toForward } from './upstream/forwardable';
import { theRelay } from './relay';
import { cookiesOf, keyEndOf, readingSession, sessionStateOf, type KeyEnd } from './session/session';
import { bodyOf, refusal } from './upstream/index-client';

/** The parsed answer of cached bytes (upstream/reads.ts), so that they are parsed and checked once. */
const parsedAnswers = new WeakMap<Buffer, unknown>();

const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

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
  // What is rendered from it is bounded by the renders at once.
  response.release();
  const limit = LIMIT_HEADERS.flatMap((header): [string, string][] => {
    const value = response.headers.get(header);
    return value === null ? [] : [[header, value]];
  });
  if (limit.length > 0) limitSeen.set(requestHeaders, limit);
  const { status, bytes } = response;
  const cached = parsedAnswers.get(bytes);
  if (cached !== undefined) return cached as Answer<Name>;
  const body = bodyOf(bytes);
  if (status !== 200)
    throw refusal({ status, headers: response.headers, body }, `the index answered ${status}`);
  const parsed = endpoint(name).response.safeParse(inContractTerms(endpoint(name).response, body));
  if (!parsed.success) throw new ContractError('UPSTREAM_INVALID', `${name}: ${firstIssue(parsed.error)}`);
  parsedAnswers.set(bytes, parsed.data);
  return parsed.data as Answer<Name>;
}

/** The visitor's session and its index, for a layout. `network`: describes this one instead of the one in use; an unknown name is ignored. */
export async function sessionOnServer(network?: string): Promise<SessionState> {
  const relay = theRelay();
  const known = network !== undefined && relay.networks.has(network) ? network : undefined;
  return sessionStateOf(relay, cookiesOf(relay, await headers()), { network: known });
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
