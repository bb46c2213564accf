// Rejects request bodies before Next buffers them. Invariant: only routes under /api/ receive a body, of a declared and bounded length.
import { MAX_BODY_BYTES } from '@/lib/relay/incoming';
import { refuse, type Handler } from './handler';

export const limitBody: Handler = ({ headers, url = '' }, response, next) => {
  const length = Number(headers['content-length'] ?? 0);
  const chunked = headers['transfer-encoding'] !== undefined;
  if (length === 0 && !chunked) return next();
  if (!url.startsWith('/api/')) return refuse(response, 413, 'Pages accept no request body');
  if (chunked) return refuse(response, 411, 'Content-Length is required');
  if (length > MAX_BODY_BYTES) return refuse(response, 413, 'The request body is too large');
  return next();
};
