import { handleRequest, toResponse } from '@/lib/relay/responses';
import { answerRead } from '@/lib/relay/upstream/forward';

export const dynamic = 'force-dynamic';

/** In production lib/relay/server/serve-reads.ts answers before Next. */
export function GET(request: Request): Promise<Response> {
  return handleRequest(request, async (relay, { headers, signal, url }, requestId) =>
    toResponse(await answerRead(relay, { url: new URL(url), headers, signal }, requestId), request),
  );
}
