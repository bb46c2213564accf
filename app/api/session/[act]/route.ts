import { ContractError } from '@/lib/contract/errors';
import { handleRequest } from '@/lib/relay/responses';
import * as acts from '@/lib/relay/session/routes';

export const dynamic = 'force-dynamic';

const { check, claim, demo, disconnect, recovery, restore, reveal, revoke, unlock, use } = acts;

/** What can be done to a session, by the last segment of the path. A Map, since an object also has inherited names. */
const ACTS = new Map<string, acts.Act>(
  Object.entries({ check, claim, demo, disconnect, recovery, restore, reveal, revoke, unlock, use }),
);

export function POST(request: Request, { params }: RouteContext<'/api/session/[act]'>): Promise<Response> {
  return handleRequest(request, async (relay, sessionRequest) => {
    const act = ACTS.get((await params).act);
    if (act === undefined) throw new ContractError('NOT_FOUND', 'The session has no such action.');
    return act(relay, sessionRequest);
  });
}
