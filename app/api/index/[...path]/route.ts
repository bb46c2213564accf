import { ContractError } from '@/lib/contract/errors';
import { PROBE } from '@/lib/contract/probe';
import { answerProbe, forward } from '@/lib/relay/forward';
import { toForward } from '@/lib/relay/forwardable';
import { inRelay } from '@/lib/relay/request-session';

export const dynamic = 'force-dynamic';

const PREFIX = '/api/index';

export function GET(request: Request): Promise<Response> {
  return inRelay(async (relay, jar, requestId) => {
    const url = new URL(request.url);
    const wanted = toForward(url.pathname.slice(PREFIX.length), url.searchParams);
    const session = await jar.read();
    if (session === undefined)
      throw new ContractError('UNAUTHENTICATED', 'not connected: open a session with a key first');
    const { signal } = request;
    const answer = await forward(relay.reads, wanted, session.key, { signal, requestId });
    return request.headers.has(PROBE) ? answerProbe(answer) : answer;
  }, request);
}
