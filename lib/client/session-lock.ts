// One change of this browser's keys at a time, over all its tabs. The keys are in one cookie: of two changes that are on their way together, each with the
// cookie of before, the later answer would undo the earlier, and a key that was claimed is given only once.
// Locks exist in secure contexts only; elsewhere the console's server is the only one to put changes in order (lib/relay/session/session-turns.ts).
import { ApiError } from './api-error';

const LOCK = 'dagscope.session';
/** Longer than the slowest change: the console's server gives up on an index before. */
const LONGEST_WAIT_MS = 60_000;

/** Runs a change when no other tab is at one; it then carries the cookie that the last one left. */
export async function oneAtATime<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return change();
  let begun = false;
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, () => {
      begun = true;
      return change();
    });
  } catch (error) {
    if (begun) throw error;
    const message = 'another tab of this browser is changing its keys: try again in a moment';
    throw new ApiError({ endpoint: 'session', message }, error);
  }
}
