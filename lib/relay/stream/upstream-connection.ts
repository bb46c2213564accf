// One connection to the index's event stream, over node:http because `fetch` drops an idle stream after five minutes.
// Invariant: `onClose` runs exactly once unless the caller closes, and nothing is reported after it. The key is sent as a header only.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { slashRedirect } from '@/lib/relay/upstream/slash-redirect';
import { every, type Clock } from '@/lib/time/clock';
import { createSseParser, type Frame } from './sse';

export type ConnectionEnd =
  | { why: 'ended' }
  | { why: 'unreachable' }
  | { why: 'silent' }
  | { why: 'oversize'; id: bigint | undefined }
  | { why: 'refused'; status: number; retryAfterMs: number | undefined };

export interface ConnectionHandlers {
  onOpen(): void;
  /** The frames completed by one chunk, in order; never empty. */
  onFrames(frames: Frame[]): void;
  /** Frames with data arrived that are no events. */
  onUnusable?(): void;
  onClose(end: ConnectionEnd): void;
}

export interface UpstreamConnection {
  close(): void;
  pause(): void;
  resume(): void;
}

/** Opens the stream after `cursor`; without one, at the tip. */
export type OpenConnection = (cursor: bigint | undefined, handlers: ConnectionHandlers) => UpstreamConnection;

/** As `OpenConnection`, over what replicas share. `logId`: the log that the cursor belongs to; null where the index does not name it. */
export type OpenShared = (
  cursor: bigint | undefined,
  handlers: ConnectionHandlers,
  logId: string | null,
) => UpstreamConnection;

function refusalOf(response: IncomingMessage): ConnectionEnd {
  const wait = response.headers['retry-after'] ?? '';
  const status = response.statusCode ?? 0;
  return {
    why: 'refused',
    // A redirect that is not followed.
    status: status === 200 ? 502 : status,
    retryAfterMs: /^\d{1,6}$/.test(wait) ? Number(wait) * 1000 : undefined,
  };
}

/** `url` is the address of /events/stream. */
export function openConnectionTo(options: {
  url: string;
  key: string;
  clock: Clock;
  headersMs: number;
  silenceMs: number;
}): OpenConnection {
  const { clock, key, headersMs, silenceMs } = options;
  const url = new URL(options.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;

  return (cursor, handlers) => {
    const parser = createSseParser();
    let closed = false;
    let paused = false;
    let response: IncomingMessage | undefined;
    let lastByteAt = clock.monotonic();
    let longestPauseMs = 0;

    const requestOptions = {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        'cache-control': 'no-cache',
        'x-api-key': key,
        ...(cursor === undefined ? {} : { 'last-event-id': String(cursor) }),
      },
    };
    let request = send(url, requestOptions);
    const stopWatching = every(clock, Math.min(5_000, silenceMs / 4), () => {
      if (paused) return;
      const limit = response === undefined ? headersMs : Math.max(silenceMs, 3 * longestPauseMs);
      if (clock.monotonic() - lastByteAt >= limit) finish({ why: 'silent' });
    });

    function close(): void {
      closed = true;
      stopWatching();
      request.destroy();
    }

    function finish(end: ConnectionEnd): void {
      if (closed) return;
      close();
      handlers.onClose(end);
    }

    function onData(chunk: Buffer): void {
      if (closed) return;
      const now = clock.monotonic();
      longestPauseMs = Math.max(longestPauseMs, now - lastByteAt);
      lastByteAt = now;
      const unusable = parser.unusable;
      const frames = parser.push(chunk);
      if (frames.length > 0) handlers.onFrames(frames);
      if (parser.unusable > unusable) handlers.onUnusable?.();
      if (parser.oversize !== undefined) finish({ why: 'oversize', id: parser.oversize.id });
    }

    function onResponse(answer: IncomingMessage): void {
      if (closed) return;
      const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
      if (answer.statusCode !== 200 || !isStream) return finish(refusalOf(answer));
      response = answer;
      lastByteAt = clock.monotonic();
      request.setNoDelay(true);
      answer.on('data', onData);
      for (const event of ['end', 'error', 'close'] as const)
        answer.on(event, () => finish({ why: 'ended' }));
      if (paused) answer.pause();
      handlers.onOpen();
    }

    function start(onAnswer: (answer: IncomingMessage) => void): void {
      const current = request;
      const lost = () => {
        if (current === request) finish({ why: response === undefined ? 'unreachable' : 'ended' });
      };
      request.on('response', onAnswer);
      request.on('error', lost);
      request.on('close', lost);
      request.end();
    }

    start((answer) => {
      const target = slashRedirect(url.href, {
        status: answer.statusCode ?? 0,
        location: answer.headers.location,
      });
      if (closed || target === undefined) return onResponse(answer);
      const redirected = request;
      request = send(target, requestOptions);
      redirected.destroy();
      start(onResponse);
    });

    return {
      close,
      pause() {
        paused = true;
        response?.pause();
      },
      resume() {
        paused = false;
        lastByteAt = clock.monotonic();
        response?.resume();
      },
    };
  };
}
