// Counters of all streams of the process, read by /metrics. None is kept per key or browser.

/**
 * Why a reader was removed. left: the browser disconnected; expired: its time was up; slow: it fell off the ring; hung: its socket stayed full;
 * behind: what it missed could not be read; refused: its key was; unconfirmed: its key was not checked in time; stopped: shutdown.
 */
export const departures = [
  'left',
  'expired',
  'slow',
  'hung',
  'behind',
  'refused',
  'unconfirmed',
  'stopped',
] as const;
export type Departure = (typeof departures)[number];

export const createStreamMetrics = () => ({
  /** Frames times the readers they were written to. */
  deliveries: 0,
  /** Writes of more than one frame. */
  merges: 0,
  /** Frames from the index, without catch-ups. */
  frames: 0,
  duplicates: 0,
  /** Frames over the size limit. */
  gaps: 0,
  resets: 0,
  reconnects: 0,
  /** Connections opened for cursors older than the ring. */
  catchUps: 0,
  departures: Object.fromEntries(departures.map((why) => [why, 0])) as Record<Departure, number>,
});
export type StreamMetrics = ReturnType<typeof createStreamMetrics>;
