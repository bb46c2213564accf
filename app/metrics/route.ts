import { metricsAnswer } from '@/lib/relay/monitoring';
import { handleRequest } from '@/lib/relay/responses';

export const dynamic = 'force-dynamic';

/** For Prometheus, with METRICS_TOKEN as a bearer token; 404 when that is not set. */
export function GET(request: Request): Promise<Response> {
  return handleRequest(request, (relay, { headers }) => metricsAnswer(relay, headers.get('authorization')));
}
