// Exponential back-off with jitter, for everything that retries.

export interface Backoff {
  /** The longest wait after the first failure; it doubles with each further one. */
  firstMs: number;
  longestMs: number;
  /** Share of each wait that is random. 1: from nothing to all of it ("full jitter"). */
  jitter: number;
}

/** Milliseconds to wait after `failures` failures in a row (1, 2, …). `random` yields 0 to 1. */
export function backoffMs(
  { firstMs, longestMs, jitter }: Backoff,
  failures: number,
  random: () => number,
): number {
  const longest = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return longest * (1 - jitter + jitter * random());
}
