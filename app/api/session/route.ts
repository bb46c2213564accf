import { handleRequest } from '@/lib/relay/responses';
import { connect, whoAmI } from '@/lib/relay/session/routes';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Promise<Response> {
  return handleRequest(request, whoAmI);
}

export function POST(request: Request): Promise<Response> {
  return handleRequest(request, connect);
}
