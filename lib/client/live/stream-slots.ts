// How many streams a browser has: every stream occupies one of the six connections that it opens to a host over HTTP/1.1, and pages need the others.
// Invariant: at most MAX_STREAMS in all tabs of the origin, whatever their keys; a visible page gets one before a hidden page.
import type { Clock } from '@/lib/time/clock';
import type { RequestLock } from './tab-locks';

export const MAX_STREAMS = 3;
/** A page without a slot asks hidden pages for theirs this often. */
const ASK_EVERY_MS = 5_000;
/** Hidden pages leave the queue until no visible page has asked for this long; they look this often. */
const STEP_BACK_MS = 2 * ASK_EVERY_MS;
const LOOK_EVERY_MS = 1_000;

/** Calls `onGranted` once there is a slot, and `onLost` if it is taken away; then it queues again. The returned function releases or cancels. */
export type RequestSlot = (holder: { onGranted: () => void; onLost: () => void }) => () => void;

/** The part of BroadcastChannel that is used; its only message is that a visible page has no slot. */
export interface SlotChannel {
  postMessage(message: 'slot-requested'): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

export function createStreamSlots(options: {
  requestLock: RequestLock;
  channel: () => SlotChannel;
  clock: Clock;
  /** Whether any tab that this stream serves is visible. */
  isVisible: () => boolean;
  /** Whether it must not be given up while hidden: alerts depend on it. */
  isNeeded: () => boolean;
}): RequestSlot {
  const { requestLock, clock, isVisible, isNeeded } = options;
  return ({ onGranted, onLost }) => {
    const channel = options.channel();
    let queue = new AbortController();
    let slotInUse: number | undefined;
    let release: () => void = () => undefined;
    let ended = false;
    let cancelAsk: () => void = () => undefined;
    let requestedAt = Number.NEGATIVE_INFINITY;
    let cancelLook: () => void = () => undefined;

    function ask(): void {
      cancelAsk();
      if (isVisible()) channel.postMessage('slot-requested');
      cancelAsk = clock.after(ASK_EVERY_MS, ask);
    }

    function wait(): void {
      queue = new AbortController();
      const { signal } = queue;
      for (let slot = 1; slot <= MAX_STREAMS; slot += 1)
        requestLock(`dagscope.stream.${slot}`, { signal, steal: false }, () => hold(slot)).catch(() => {
          // Without Web Locks two tabs may take a lock at the same moment; one of them loses it.
          if (slot === slotInUse) stepBack();
        });
      // A free slot is granted at once.
      cancelAsk = clock.after(LOOK_EVERY_MS, ask);
    }

    function hold(slot: number): Promise<void> {
      if (ended || slotInUse !== undefined) return Promise.resolve();
      slotInUse = slot;
      cancelAsk();
      const untilReleased = new Promise<void>((resolve) => (release = resolve));
      queue.abort();
      onGranted();
      return untilReleased;
    }

    const yields = () => !isVisible() && !isNeeded();

    function look(): void {
      const isRequested = clock.monotonic() - requestedAt < STEP_BACK_MS;
      if (isRequested && yields()) cancelLook = clock.after(LOOK_EVERY_MS, look);
      else wait();
    }

    /** Leaves the slot or the queue, and queues again later. */
    function stepBack(): void {
      const hadSlot = slotInUse !== undefined;
      slotInUse = undefined;
      cancelAsk();
      cancelLook();
      queue.abort();
      release();
      if (hadSlot) onLost();
      cancelLook = clock.after(LOOK_EVERY_MS, look);
    }

    channel.onmessage = () => {
      requestedAt = clock.monotonic();
      if (yields()) stepBack();
    };
    wait();
    return () => {
      ended = true;
      cancelAsk();
      cancelLook();
      queue.abort();
      slotInUse = undefined;
      release();
      channel.close();
    };
  };
}
