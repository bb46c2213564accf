// What the hubs of a process count, for /metrics. Invariant: numbers only rise, and none is of a key or a browser.

/** Why a reader is no longer there. */
export const departures = ['left', 'life', 'slow', 'hung', 'behind', 'refused', 'stopped'] as const;
/**
 * left: the browser went; life: its time was up; slow: its place fell off the ring; hung: its socket was full for too long;
 * behind: what it missed could not be fetched; refused: the index refused the key; stopped: the console is shutting down.
 */
export type Departure = (typeof departures)[number];

export interface Tally {
  /** Frames times readers that they were written to. */
  deliveries: number;
  /** Writes that brought more than one frame to readers, instead of a write for each. */
  merges: number;
  /** Frames from the index. */
  frames: number;
  duplicates: number;
  /** Frames that were too long. */
  gaps: number;
  resets: number;
  /** Attempts after the first to connect to the index. */
  reconnects: number;
  /** Connections that fetched what is older than a ring. */
  catchUps: number;
  departures: Record<Departure, number>;
}

export function createTally(): Tally {
  const none = Object.fromEntries(departures.map((why) => [why, 0])) as Tally['departures'];
  return {
    deliveries: 0,
    merges: 0,
    frames: 0,
    duplicates: 0,
    gaps: 0,
    resets: 0,
    reconnects: 0,
    catchUps: 0,
    departures: none,
  };
}
