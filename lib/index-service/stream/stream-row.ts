// GET /events/stream (spec 6.1): cursor, kinds and headers of an event stream.
// Invariant: `Last-Event-ID` wins over `last_event_id`; a malformed one of either is a 400 before anything is sent.
import { cursorParam } from '@/lib/contract/events';
import { ContractError } from '@/lib/contract/errors';
import { parseQuery } from '@/lib/contract/request';
import type { Clock } from '@/lib/time/clock';
import type { KeyedCall } from '@/lib/index-service/http/handler-types';
import type { ErrorLog } from '@/lib/index-service/http/router';
import { openEventStream } from './event-stream';
import type { LogReader } from './log-reader';
import type { OpenStreams } from './open-streams';

export interface StreamParts {
  reader: LogReader;
  streams: OpenStreams;
  clock: Clock;
  errors: ErrorLog;
  keepAliveMs: number;
}

/** The header's cursor. Throws INVALID_REQUEST naming the header. */
function headerCursor(headers: Headers): bigint | undefined {
  const text = headers.get('last-event-id');
  if (text === null) return undefined;
  const result = cursorParam.safeParse(text);
  if (result.success) return result.data;
  throw new ContractError('INVALID_REQUEST', 'Last-Event-ID: must be an event id');
}

export async function streamRow(parts: StreamParts, call: KeyedCall): Promise<Response> {
  const { reader, streams, clock, errors, keepAliveMs } = parts;
  const { caller, requestId, request } = call;
  const query = parseQuery('events.stream', call.search, { closed: true });
  const requested = headerCursor(request.headers) ?? query.last_event_id;
  const kinds =
    query.kinds === undefined || query.kinds.length === 0 ? undefined : new Set<string>(query.kinds);
  const cursor = requested === undefined ? undefined : await reader.clamp(requested);
  const stream = streams.add(caller.key_id, (onEnd, inTurn) =>
    openEventStream({
      reader,
      clock,
      keepAliveMs,
      cursor,
      kinds,
      expiresAt: caller.expires_at,
      inTurn,
      onEnd,
      onError: (error) =>
        errors.error({ request_id: requestId, endpoint: call.name, error: String(error) }, 'stream broke'),
    }),
  );
  return new Response(stream.body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
