// Reads one network's stream for the webhook: a reader of its channel like a browser, so there is no second connection to the index.
// Invariant: it begins at the end of the log and passes on every event after that once, in order.
import { createHash } from 'node:crypto';
import { eventFrame, type EventFrame } from '@/lib/contract/events';
import { jsonOrUndefined } from '@/lib/json/exact';
import type { Channels, StreamRequest } from '@/lib/relay/stream/channels';
import type { Clock } from '@/lib/time/clock';
import type { Sink } from '@/lib/relay/stream/browser-connection';
import { createSseParser, type Frame } from '@/lib/relay/stream/sse';

/** After the index or a limit refused the stream. */
const RETRY_MS = 30_000;
/** The relay's own events that move the cursor; each is written by itself. */
const CONTROL = /^(?:id: (\d+)\n)?event: relay-(hello|beat|reset)\ndata: (.+)\n\n$/;
const LONGEST_CONTROL = 1_000;

function eventOf(frame: Frame): EventFrame | undefined {
  const lines = frame.bytes.toString('utf8').split('\n');
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length));
  return eventFrame.safeParse(jsonOrUndefined(data.join('\n'))).data;
}

export function watchStream(options: {
  channels: Pick<Channels, 'check' | 'attach'>;
  request: Omit<StreamRequest, 'cursor'>;
  clock: Clock;
  /** `id`: the same at every console that reads the same log, and another for another event. */
  onEvent: (id: string, event: EventFrame) => void;
}) {
  const { channels, clock, onEvent, request } = options;
  let cursor: bigint | undefined;
  let attached = false;
  let detach: () => void = () => undefined;
  let cancelRetry: () => void = () => undefined;
  let stopped = false;

  function noteControl(text: string): void {
    const [, id, name, data] = CONTROL.exec(text) ?? [];
    const { tip } = (jsonOrUndefined(data ?? '') ?? {}) as { tip?: unknown };
    const end = typeof tip === 'string' ? BigInt(tip) : undefined;
    if (id !== undefined) cursor = BigInt(id);
    else if (name === 'reset') cursor = end;
    else if (name === 'hello') cursor ??= end;
  }

  function pass(frame: Frame): void {
    cursor = frame.id;
    const event = eventOf(frame);
    if (event === undefined) return;
    const digest = createHash('sha256').update(`${request.network.name}\n`).update(frame.bytes).digest();
    onEvent(`alert_${digest.toString('base64url').slice(0, 32)}`, event);
  }

  function sink(): Sink {
    const parser = createSseParser(Number.MAX_SAFE_INTEGER);
    return {
      write({ bytes }) {
        if (bytes.length < LONGEST_CONTROL) noteControl(bytes.toString('utf8'));
        for (const frame of parser.push(bytes)) pass(frame);
        return true;
      },
      onDrain: () => undefined,
      end: () => reattach(0),
    };
  }

  function reattach(ms: number): void {
    if (stopped) return;
    cancelRetry = clock.after(ms, () => {
      detach();
      attach();
    });
  }

  function attach(): void {
    const streamRequest = { ...request, cursor };
    try {
      channels.check(streamRequest);
    } catch {
      // The channel logs why it was refused; /healthz shows that this stream is not read.
      attached = false;
      return reattach(RETRY_MS);
    }
    attached = true;
    detach = channels.attach(streamRequest, sink());
  }

  attach();
  return {
    /** False: the index refuses the key, or a limit is reached. */
    isReading: () => attached,
    stop(): void {
      stopped = true;
      cancelRetry();
      detach();
    },
  };
}
