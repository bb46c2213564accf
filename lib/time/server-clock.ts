// The server's time in a browser whose own clock may be wrong: everything that is compared with times of the index follows it.
// Invariant: it corrects the device's clock only by what an answer proves, so where that clock is right nothing changes.
import { systemClock, type Clock } from './clock';

/** A `Date` header has whole seconds. */
const DATE_STEP_MS = 1_000;
/** A document takes this long to arrive and start. */
const DOCUMENT_MS = 15_000;
/** Differences below this are no reason to change every time on the page. */
const TOLERANCE_MS = 1_000;
/** Wall clock and monotonic clock drift apart by less than this, unless the clock was set or the device slept. */
const JUMP_MS = 5_000;

export interface ServerClock extends Clock {
  /** The device's time as the server's. */
  fromDevice: (deviceMs: number) => number;
  /** The server's time as the device's, for what compares with the device's clock. */
  toDevice: (serverMs: number) => number;
  /** Server minus device, in milliseconds. */
  offset: () => number;
  /** `headers` of an answer of the server; `sentAt`: `monotonic()` when it was requested. */
  noteAnswer: (headers: Headers, sentAt: number) => void;
  /** When the server rendered the document; counts until the first answer. */
  noteDocument: (madeAt: number) => void;
  /** Called when the offset changed. */
  onChange: (listener: () => void) => () => void;
  /** Called when the device's clock was set, or the device slept: the next answer should come soon. */
  onJump: (listener: () => void) => () => void;
}

export function createServerClock(device: Clock): ServerClock {
  const changed = new Set<() => void>();
  const jumped = new Set<() => void>();
  let offset = 0;
  let isKnown = false;
  let last = { wall: device.now(), monotonic: device.monotonic() };

  /** Later, because the time is also read while a page is drawn. */
  function notify(listeners: ReadonlySet<() => void>): void {
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  }

  function setOffset(next: number): void {
    offset = next;
    notify(changed);
  }

  /** The device's time; notices when it was set. */
  function wall(): number {
    const reading = { wall: device.now(), monotonic: device.monotonic() };
    const jump = reading.wall - last.wall - (reading.monotonic - last.monotonic);
    last = reading;
    if (Math.abs(jump) < JUMP_MS) return reading.wall;
    // A device that slept jumps forward too, and correctly; until an answer arrives its clock is trusted.
    if (jump < 0) setOffset(offset - jump);
    notify(jumped);
    return reading.wall;
  }

  /** The server's time now is known to be within `uncertainty` of `time`. */
  function note(time: number, uncertainty: number): void {
    isKnown = true;
    const difference = time - (wall() + offset);
    if (Math.abs(difference) > uncertainty + TOLERANCE_MS) setOffset(offset + difference);
  }

  return {
    now: () => wall() + offset,
    monotonic: device.monotonic,
    after: device.after,
    fromDevice: (deviceMs) => deviceMs + offset,
    toDevice: (serverMs) => serverMs - offset,
    offset: () => offset,
    noteAnswer(headers, sentAt) {
      const date = Date.parse(headers.get('date') ?? '');
      // An answer with an Age header comes from a cache on the way.
      if (Number.isNaN(date) || headers.has('age')) return;
      const possible = DATE_STEP_MS + (device.monotonic() - sentAt);
      note(date + possible / 2, possible / 2);
    },
    noteDocument(madeAt) {
      // It may be rendered again from a cache later.
      if (!isKnown) note(madeAt, DOCUMENT_MS);
    },
    onChange(listener) {
      changed.add(listener);
      return () => void changed.delete(listener);
    },
    onJump(listener) {
      jumped.add(listener);
      return () => void jumped.delete(listener);
    },
  };
}

/** Of the console's server. On a server it is the system's clock. */
export const serverClock = createServerClock(systemClock);
