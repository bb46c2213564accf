// When a reader is disconnected because of time or a slow socket. Invariant: single frames are never dropped; a reader that cannot keep up
// loses its stream and resumes by its cursor.
import type { StreamLimits } from './limits';
import type { Reader } from './reader';
import type { Ring } from './ring';

/** Checked at every heartbeat. */
export function overdue(
  { blockedSince, endsAt }: Reader,
  now: number,
  { drainMs }: Pick<StreamLimits, 'drainMs'>,
): 'hung' | 'expired' | undefined {
  // A full socket is given its time to drain, even past the stream's own end.
  if (blockedSince !== undefined) return now - blockedSince >= drainMs ? 'hung' : undefined;
  return now >= endsAt ? 'expired' : undefined;
}

/** The frame at its place has left the ring. */
export const fellOff = (place: number, ring: Ring): boolean => place < ring.start;

/** Readers that hold up the others of their catch-up; none when all are blocked. */
export function blockersOf(readers: ReadonlySet<Reader>): Reader[] {
  const blocked = [...readers].filter(({ blockedSince }) => blockedSince !== undefined);
  return blocked.length < readers.size ? blocked : [];
}
