// One connection to the index's event stream (spec 6.1), over node:http: `fetch` gives an idle stream up after five minutes.
// Invariant: `onClose` is called exactly once, with the reason; nothing is reported after it. Every silence ends: `headersMs` for the headers,
// then three times the keep-alive that was observed, at least `silenceMs`. The key goes into a header and nowhere else; redirects are refusals.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readErrorBody } from '@/lib/contract/errors';
import { parseJson } from '@/lib/json/exact';
import type { Clock } from './clock';
import { createFrameParser, type Frame } from './frame-parser';

export type StreamEnd =
  | { why: 'ended' }
  | { why: 'unreachable' }
  | { why: 'silent' }
  | { why: 'oversize'; id: bigint | undefined }
  | { why: 'refused'; status: number; retryAfterMs: number | undefined; message: string | null };

export interface StreamHandlers {
  onOpen(): void;
  /** The frames that one chunk completed, in order; never empty. */
  onFrames(frames: Frame[]): void;
  onClose(end: StreamEnd): void;
}

export interface UpstreamStream {
  close(): void;
  pause(): void;
  resume(): void;
}

/** Opens a stream after `cursor`; without one, at the tip. */
export type OpenStream = (cursor: bigint | undefined, handlers: StreamHandlers) => UpstreamStream;

const LONGEST_REFUSAL_BYTES = 16 * 1024;

function retryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** What an answer that is no stream says; its body is read to a bound only. */
async function refusalOf(response: IncomingMessage): Promise<StreamEnd> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > LONGEST_REFUSAL_BYTES) break;
    }
  } catch {
    // A body that breaks off says nothing more; the status stands.
  }
  let message: string | null = null;
  try {
    message = readErrorBody(parseJson(Buffer.concat(parts).toString('utf8'))).message;
  } catch {
    // Not JSON.
  }
  const status = response.statusCode ?? 0;
  return { why: 'refused', status, retryAfterMs: retryAfter(response.headers['retry-after']), message };
}

/** A way to open streams of one key. `url` is the address of /events/stream. */
export function createOpenStream(options: {
  url: string;
  key: string;
  clock: Clock;
  headersMs: number;
  silenceMs: number;
}): OpenStream {
  const { clock, key, headersMs, silenceMs } = options;
  const url = new URL(options.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;

  return (cursor, handlers) => {
    let closed = false;
    let lastByteAt = clock.now();
    let keepAliveMs = 0;
    let paused = false;
    let response: IncomingMessage | undefined;

    const request = send(url, {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        'cache-control': 'no-cache',
        'x-api-key': key,
        ...(cursor === undefined ? {} : { 'last-event-id': String(cursor) }),
      },
    });
    const stopWatching = clock.every(Math.min(5_000, silenceMs / 4), () => {
      if (paused) return;
      const limit = response === undefined ? headersMs : Math.max(silenceMs, 3 * keepAliveMs);
      if (clock.now() - lastByteAt >= limit) finish({ why: 'silent' });
    });

    function finish(end: StreamEnd): void {
      if (closed) return;
      closed = true;
      stopWatching();
      request.destroy();
      handlers.onClose(end);
    }

    const parser = createFrameParser({});
    let answered = false;
    request.on('response', (answer) => {
      if (closed) return;
      answered = true;
      const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
      if (answer.statusCode !== 200 || !isStream) {
        void refusalOf(answer).then((end) =>
          finish(end.why === 'refused' && end.status === 200 ? { ...end, status: 502 } : end),
        );
        return;
      }
      response = answer;
      lastByteAt = clock.now();
      request.setNoDelay(true);
      answer.on('data', (chunk: Buffer) => {
        if (closed) return;
        const now = clock.now();
        keepAliveMs = Math.max(keepAliveMs, now - lastByteAt);
        lastByteAt = now;
        const frames = parser.push(chunk);
        if (frames.length > 0) handlers.onFrames(frames);
        if (parser.oversize !== undefined) finish({ why: 'oversize', id: parser.oversize.id });
      });
      answer.on('end', () => finish({ why: 'ended' }));
      answer.on('error', () => finish({ why: 'ended' }));
      answer.on('close', () => finish({ why: 'ended' }));
      handlers.onOpen();
    });
    request.on('error', () => finish({ why: response === undefined ? 'unreachable' : 'ended' }));
    request.on('close', () => {
      if (!answered) finish({ why: 'unreachable' });
    });
    request.end();

    return {
      close() {
        if (closed) return;
        closed = true;
        stopWatching();
        request.destroy();
      },
      pause() {
        paused = true;
        response?.pause();
      },
      resume() {
        paused = false;
        lastByteAt = clock.now();
        response?.resume();
      },
    };
  };
}
