// The body of GET /events/stream (spec 6.1): frames of three lines, and a comment whenever nothing was sent for a while.
// Invariant: a frame is built only when the connection asks for one, so a slow reader costs a cursor and not a queue.
import type { Clock } from '@/lib/time/clock';
import type { LogEvent } from '@/lib/index-service/log/log-entry';
import type { LogReader, StoreRead } from './log-reader';
import type { InTurn } from './open-streams';

const OPENING = ': connected\n\n';
const KEEP_ALIVE = ': keep-alive\n\n';

/** One frame. The payload is inserted as stored text, with line breaks between its tokens, which would end the frame, as spaces. */
export function frame(event: LogEvent): string {
  const { id, kind, tx_digest, sender_address } = event;
  const payload = event.payload.replaceAll(/[\r\n]+/g, ' ');
  const strings = [JSON.stringify(kind), JSON.stringify(tx_digest), JSON.stringify(sender_address)];
  const data = `{"id":${id},"kind":${strings[0]},"tx_digest":${strings[1]},"sender_address":${strings[2]},"payload":${payload}}`;
  return `id: ${id}\nevent: message\ndata: ${data}\n\n`;
}

export interface EventStreamOptions {
  reader: LogReader;
  clock: Clock;
  keepAliveMs: number;
  /** Send events after this id, which is not beyond the end of the log (`LogReader.clamp`); undefined: new events only. */
  cursor: bigint | undefined;
  kinds: ReadonlySet<string> | undefined;
  /** When the key expires, in ms since 1970. */
  expiresAt: number;
  inTurn: InTurn;
  onEnd: () => void;
  onError: (error: unknown) => void;
}

export interface OpenStream {
  body: ReadableStream<Uint8Array>;
  end(): void;
}

export function openEventStream(options: EventStreamOptions): OpenStream {
  const { reader, clock, keepAliveMs, kinds, expiresAt, inTurn, onEnd, onError } = options;
  const encoder = new TextEncoder();
  const logId = reader.logId();
  let cursor = options.cursor ?? reader.tip();
  let sentAt: number | undefined;
  let ended = false;
  /** The reader has disconnected: the body is closed already and must not be closed again by a pending read. */
  let disconnected = false;
  let wake = (): void => undefined;

  /** Resolves after an append, after `ms`, or when the stream ends. */
  function wait(version: number, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const finishWaiting = () => {
        cancelTimer();
        forget();
        resolve();
      };
      let forget = (): unknown => undefined;
      const cancelTimer = clock.after(ms, finishWaiting);
      wake = finishWaiting;
      forget = reader.whenPast(version, wake);
    });
  }

  /** A stream that ended while it waited reads nothing. */
  const unlessEnded: StoreRead = (read) => inTurn(() => (ended ? Promise.resolve([]) : read()));

  /** The next text to send; undefined at the end of the stream. */
  async function nextText(): Promise<string | undefined> {
    if (sentAt === undefined) return OPENING;
    // After a reset of the log the cursor means nothing: the client connects again.
    while (!ended && clock.now() < expiresAt && reader.logId() === logId) {
      const silent = clock.monotonic() - sentAt;
      if (silent >= keepAliveMs) return KEEP_ALIVE;
      const version = reader.version();
      const step = await reader.next(cursor, kinds, unlessEnded);
      if (step === undefined) {
        // It may have ended during the read, and nothing would wake it before the next keep-alive.
        if (!ended) await wait(version, keepAliveMs - silent);
        continue;
      }
      cursor = step.cursor;
      if (step.events.length > 0) return step.events.map(frame).join('');
    }
    return undefined;
  }

  function finish(): void {
    if (ended) return;
    ended = true;
    wake();
    onEnd();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await nextText();
          if (disconnected) return;
          if (text !== undefined && !ended) {
            sentAt = clock.monotonic();
            controller.enqueue(encoder.encode(text));
          } else {
            finish();
            controller.close();
          }
        } catch (error) {
          if (disconnected) return;
          finish();
          onError(error);
          controller.error(error);
        }
      },
      cancel() {
        disconnected = true;
        finish();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, end: finish };
}
