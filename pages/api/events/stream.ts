// A Pages route, because it gives the raw response: a third of the cost of an App route for each event and reader (docs/decisions/011).
import type { NextApiRequest, NextApiResponse } from 'next';
import { theRelay } from '@/lib/relay/relay';
import { serveStream } from '@/lib/relay/stream/serve-stream';

export const config = { api: { bodyParser: false, responseLimit: false, externalResolver: true } };

export default function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  return serveStream(theRelay(), request, response);
}
