import { inRelay } from '@/lib/relay/request-session';
import { connect, leave, whoAmI } from '@/lib/relay/session-routes';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return inRelay(whoAmI);
}

export function POST(request: Request): Promise<Response> {
  return inRelay((relay, jar) => connect(relay, jar, request));
}

export function DELETE(request: Request): Promise<Response> {
  return inRelay((relay, jar) => leave(relay, jar, request));
}
