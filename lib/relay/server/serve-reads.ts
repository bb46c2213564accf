// Serves reads of the index before Next, whose router and web streams cost more CPU than the read itself (docs/decisions/013).
// Invariant: the same `answerRead` as Next's route, which serves development, plain `next start` and every other spelling of the path.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { requestIdOf } from '@/lib/contract/request-id';
import type { Relay } from '@/lib/relay/relay';
import { assertUrlLength, failureOf, type PlainResponse } from '@/lib/relay/responses';
import { answerRead, READS } from '@/lib/relay/upstream/forward';
import type { Handler } from './request-head';

/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM_BYTES = 1_024;
const compress = promisify(gzip);
/** Equal reads share their bytes (reads.ts), which are compressed once: half the cost of a read that is not sent to the index. */
const compressedOnce = new WeakMap<Buffer, Promise<Buffer>>();

function headersOf({ headers }: IncomingMessage): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) plain.set(name, String(value));
  return plain;
}

async function compressed(answer: PlainResponse, accepted: string | null): Promise<PlainResponse> {
  const { body, headers } = answer;
  if (!Buffer.isBuffer(body) || body.length < COMPRESS_FROM_BYTES || !accepted?.includes('gzip'))
    return answer;
  const compressedBody = compressedOnce.get(body) ?? compress(body);
  compressedOnce.set(body, compressedBody);
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: await compressedBody,
  };
}

export function serveReads(relay: Relay): Handler {
  return async (request, response, next) => {
    const { method, url: path = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !path.startsWith(`${READS}/`)) return next();
    const url = new URL(path, 'http://relay.invalid');
    if (!url.pathname.startsWith(`${READS}/`) || url.pathname.endsWith('/')) return next();
    const disconnected = new AbortController();
    let release = (): void => undefined;
    response.once('close', () => {
      if (!response.writableEnded) disconnected.abort();
      release();
    });
    const headers = headersOf(request);
    const requestId = requestIdOf(headers, randomUUID);
    let answer: PlainResponse;
    try {
      assertUrlLength(path);
      const found = await answerRead(relay, { url, headers, signal: disconnected.signal }, requestId);
      release = found.release ?? release;
      answer = await compressed(found, headers.get('accept-encoding'));
      // Its close may have come before the answer.
      if (response.destroyed) return release();
    } catch (error) {
      if (disconnected.signal.aborted) return release();
      answer = failureOf(relay, error, requestId);
    }
    const { body } = answer;
    response.writeHead(answer.status, {
      ...answer.headers,
      ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
    });
    // Node leaves out the body of a HEAD.
    response.end(body ?? undefined);
  };
}
