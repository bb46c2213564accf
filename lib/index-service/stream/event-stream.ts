// The body of GET /events/stream (spec 6.1): frames of three lines, a comment first and whenever it is quiet for long.
// Invariant: a frame is made only when the connection asks for one, so a slow reader costs a cursor and not a queue.
// A stream ends when its key ends, when the service stops, or when its reader leaves; a read that fails breaks it, and the reader resumes.
import type { Clock } from '@/lib/index-service/clock';
import type { LogEvent } from '@/lib/index-service/log/log-entry';
import type { LogReader } from './log-reader';

const OPENING = ': connected\n\n';
const KEEP_ALIVE = ': keep-alive\n\n';

/** One frame. The payload is stored text, spliced in as it is; line breaks between its tokens would end the frame and become blanks. */
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
  /** Id to go on after; beyond the tip it means the tip, absent it means from now on. */
  cursor: bigint | undefined;
  kinds: ReadonlySet<string> | undefined;
  /** Asked at every keep-alive: false ends the stream (its key has lapsed). */
  mayGoOn: () => boolean;
  onEnd: () => void;
  onError: (error: unknown) => void;
}

export interface OpenStream {
  body: ReadableStream<Uint8Array>;
  end(): void;
}

export function openEventStream(options: EventStreamOptions): OpenStream {
  const { reader, clock, keepAliveMs, kinds, mayGoOn, onEnd, onError } = options;
  const encoder = new TextEncoder();
  const tip = reader.tip();
  let cursor = options.cursor === undefined || options.cursor > tip ? tip : options.cursor;
  let opened = false;
  let ended = false;
  /** Its reader is gone: the body is closed already, and must not be closed again by the read that was under way. */
  let left = false;
  let wake = (): void => undefined;

  /** Resolves 'news' after an append, 'quiet' after the keep-alive time, and at once when the stream is ended. */
  function wait(seen: number): Promise<'news' | 'quiet'> {
    return new Promise((resolve) => {
      const settle = (why: 'news' | 'quiet') => {
        cancelTimer();
        forget();
        resolve(why);
      };
      let forget = (): unknown => undefined;
      const cancelTimer = clock.after(keepAliveMs, () => settle('quiet'));
      wake = () => settle('news');
      forget = reader.whenPast(seen, wake);
    });
  }

  /** The next text to send; undefined when the stream is over. */
  async function nextText(): Promise<string | undefined> {
    if (!opened) {
      opened = true;
      return OPENING;
    }
    while (!ended) {
      const seen = reader.version();
      const step = await reader.next(cursor, kinds);
      if (step !== undefined) {
        cursor = step.cursor;
        if (step.events.length > 0) return step.events.map(frame).join('');
        continue;
      }
      // It may have been ended while the log was read: nothing would wake it then before the next keep-alive.
      if (ended) break;
      if ((await wait(seen)) === 'quiet') {
        if (!mayGoOn()) return undefined;
        return KEEP_ALIVE;
      }
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
          if (left) return;
          if (text !== undefined && !ended) controller.enqueue(encoder.encode(text));
          else {
            finish();
            controller.close();
          }
        } catch (error) {
          if (left) return;
          finish();
          onError(error);
          controller.error(error);
        }
      },
      cancel() {
        left = true;
        finish();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, end: finish };
}
