import { metricsAnswer } from '@/lib/relay/metrics';
import { theRelay } from '@/lib/relay/relay';
import { answering } from '@/lib/relay/respond';

export const dynamic = 'force-dynamic';

/** For Prometheus, with METRICS_TOKEN as a bearer token; 404 when that is not set. */
export function GET(request: Request): Promise<Response> {
  const relay = theRelay();
  return answering(() => metricsAnswer(relay, request.headers.get('authorization')), relay.log);
}
