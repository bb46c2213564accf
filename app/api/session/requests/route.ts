import { inRelay, readingSession } from '@/lib/relay/session/request-session';
import { json } from '@/lib/relay/respond';

export const dynamic = 'force-dynamic';

/** What this console has asked of the index with the key in use. */
export function GET(request: Request): Promise<Response> {
  return inRelay(request, async (relay, jar) => {
    const { network, key } = await readingSession(relay, jar);
    return json(relay.own.of(network.name, key));
  });
}
