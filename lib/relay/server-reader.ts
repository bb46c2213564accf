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
import type { SessionState } from '@/lib/contract/session';
import { clientAddress } from './server/client-address';
import { toForward } from './upstream/forwardable';
import { theRelay } from './relay';
import { cookiesOf, keyEndOf, readingSession, sessionStateOf, type KeyEnd } from './session/session';
import { bodyOf, refusal } from './upstream/index-client';

/** The parsed answer for bytes that are kept (upstream/reads.ts), so that they are parsed and checked once. */
const readFrom = new WeakMap<Buffer, unknown>();

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
  const { network, key } = await readingSession(relay, await headers());
  const asked = new URL(requestPath(name, params, query), 'http://relay.invalid');
  if (matchEndpoint('GET', asked.pathname)?.name !== name)
    throw new ContractError('NOT_FOUND', 'nothing has this id');
  const wanted = toForward(asked.pathname, asked.searchParams);
  const { status, headers: given, bytes } = await network.reads.get(wanted, key, { maxAgeMs });
  const before = readFrom.get(bytes);
  if (before !== undefined) return before as Answer<Name>;
  const body = bodyOf(bytes);
  if (status !== 200) throw refusal({ status, headers: given, body }, `the index answered ${status}`);
  const parsed = endpoint(name).response.safeParse(body);
  if (!parsed.success) throw new ContractError('UPSTREAM_INVALID', `${name}: ${firstIssue(parsed.error)}`);
  readFrom.set(bytes, parsed.data);
  return parsed.data as Answer<Name>;
}

/** Who the visitor is and what index is behind, for a layout. `network`: the one to tell of instead of the one in use; an unknown name is none. */
export async function sessionOnServer(network?: string): Promise<SessionState> {
  const relay = theRelay();
  const known = network !== undefined && relay.networks.has(network) ? network : undefined;
  return sessionStateOf(relay, cookiesOf(relay, await headers()), { network: known });
}

/** Why the key of a page no longer works. */
export async function endOfKey(ended: string | undefined): Promise<KeyEnd | null> {
  const relay = theRelay();
  const given = await headers();
  return keyEndOf(relay, cookiesOf(relay, given), { ended, address: clientAddress(given) });
}
