// Events received per second over the last minute, for the sparkline. The caller passes times in.

export const RATE_SECONDS = 60;
/** The displayed rate is the mean over this many whole seconds. */
const MEAN_SECONDS = 10;

const second = (ms: number) => Math.floor(ms / 1000);

export function createRate() {
  const counts = new Map<number, number>();

  /** Events in each of the last 60 whole seconds, oldest first. */
  function bars(now: number): number[] {
    const end = second(now);
    return Array.from({ length: RATE_SECONDS }, (_, index) => counts.get(end - RATE_SECONDS + index) ?? 0);
  }

  return {
    count(events: number, at: number): void {
      const slot = second(at);
      counts.set(slot, (counts.get(slot) ?? 0) + events);
      for (const old of counts.keys()) {
        if (old >= slot - RATE_SECONDS - 1) break;
        counts.delete(old);
      }
    },
    bars,
    /** Events per second over the last ten whole seconds. */
    perSecond: (now: number): number =>
      bars(now)
        .slice(-MEAN_SECONDS)
        .reduce((sum, count) => sum + count, 0) / MEAN_SECONDS,
  };
}
