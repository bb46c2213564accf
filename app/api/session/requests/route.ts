import { handleRequest, json } from '@/lib/relay/responses';
import { readingSession } from '@/lib/relay/session/session';

export const dynamic = 'force-dynamic';

/** The requests that this console has sent to the index with the active key. */
export function GET(request: Request): Promise<Response> {
  return handleRequest(request, async (relay, { headers }) => {
    const { network, key } = await readingSession(relay, headers);
    return json(relay.requestCounts.of(network.name, key));
  });
}
