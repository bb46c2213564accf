import { ContractError } from '@/lib/contract/errors';
import { recovery, restore } from '@/lib/relay/session/recovery-routes';
import { inRelay } from '@/lib/relay/session/request-session';
import { claim, demo, leave, reveal, revoke, use, type Act } from '@/lib/relay/session/session-routes';

export const dynamic = 'force-dynamic';

/** What can be done to a session, by the last word of the address. A Map, since an object also has names it inherits. */
const ACTS = new Map<string, Act>(
  Object.entries({ claim, demo, leave, recovery, restore, reveal, revoke, use }),
);

export function POST(request: Request, { params }: RouteContext<'/api/session/[act]'>): Promise<Response> {
  return inRelay(request, async (relay, jar, given) => {
    const act = ACTS.get((await params).act);
    if (act === undefined) throw new ContractError('NOT_FOUND', 'a session has no such act');
    return relay.turns.take(jar, (own) => act(relay, own, given));
  });
}
