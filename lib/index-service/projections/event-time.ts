// Times inside payloads: milliseconds since 1970 as u64.

const LAST_MS = 253_402_300_799_999n;

/** RFC 3339 of a time in milliseconds; null when it lies beyond the year 9999, which nothing downstream can write. */
export function timeOfMs(ms: bigint): string | null {
  return ms <= LAST_MS ? new Date(Number(ms)).toISOString() : null;
}
