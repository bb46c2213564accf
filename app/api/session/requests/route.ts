import { handleRequest, json } from '@/lib/relay/responses';
import { readingSession } from '@/lib/relay/session/session';

export const dynamic = 'force-dynamic';

/** What this console has requested of the index with the active key. */
export function GET(request: Request): Promise<Response> {
  return handleRequest(request, async (relay, { headers }) => {
    const { network, key } = await readingSession(relay, headers);
    return json(relay.own.of(network.name, key));
  });
}
