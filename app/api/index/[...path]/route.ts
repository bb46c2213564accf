import { PROBE } from '@/lib/contract/probe';
import { handleRequest } from '@/lib/relay/respond';
import { readingSession } from '@/lib/relay/session/session';
import { acceptedAgeMs, answerProbe, forward, toForward } from '@/lib/relay/upstream/forward';

export const dynamic = 'force-dynamic';

const PREFIX = '/api/index';

export function GET(request: Request): Promise<Response> {
  return handleRequest(request, async (relay, { signal, headers, url: address }, requestId) => {
    const url = new URL(address);
    const wanted = toForward(url.pathname.slice(PREFIX.length), url.searchParams);
    const { network, key } = await readingSession(relay, headers);
    const maxAgeMs = acceptedAgeMs(headers);
    const answer = await forward(network.reads, wanted, key, { signal, requestId, maxAgeMs });
    return headers.has(PROBE) ? answerProbe(answer) : answer;
  });
}
