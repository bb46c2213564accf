import { inRelay } from '@/lib/relay/request-session';
import { demo } from '@/lib/relay/session-routes';

export const dynamic = 'force-dynamic';

export function POST(request: Request): Promise<Response> {
  const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  return inRelay((relay, jar) => demo(relay, jar, request, random));
}
