import { inRelay } from '@/lib/relay/session/request-session';
import { connect, whoAmI } from '@/lib/relay/session/session-routes';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Promise<Response> {
  return inRelay(request, whoAmI);
}

export function POST(request: Request): Promise<Response> {
  return inRelay(request, (relay, jar, given) => relay.turns.take(jar, (own) => connect(relay, own, given)));
}
