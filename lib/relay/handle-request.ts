// Runs an App route's handler with the relay of this process. Invariant: every failure is answered in the contract's error shape.
import 'server-only';
import { randomUUID } from 'node:crypto';
import { ContractError } from '@/lib/contract/errors';
import { requestIdOf } from '@/lib/contract/request-id';
import { theRelay, type Relay } from './relay';
import { answering } from './respond';

/** Longer than any link this console makes. */
const MAX_URL = 8_192;

export function handleRequest(
  request: Request,
  handler: (relay: Relay, request: Request, requestId: string) => Promise<Response>,
): Promise<Response> {
  const relay = theRelay();
  // The browser may have named the request.
  const requestId = requestIdOf(request.headers, randomUUID);
  const work = async () => {
    if (request.url.length > MAX_URL) throw new ContractError('URI_TOO_LONG', 'The address is too long.');
    return handler(relay, request, requestId);
  };
  return answering(work, relay.log, requestId);
}
