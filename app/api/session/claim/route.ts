import { inRelay } from '@/lib/relay/request-session';
import { claim } from '@/lib/relay/session-routes';

export const dynamic = 'force-dynamic';

export function POST(request: Request): Promise<Response> {
  return inRelay((relay, jar) => claim(relay, jar, request));
}
