// Event kinds that an index rejects as a filter: one of them makes it refuse the whole set (spec 6.1). After such a refusal each kind is probed
// on its own, once a day and browser. Invariant: only a 400 for a single kind rejects it.
import { serverClock } from '@/lib/time/server-clock';
import { ApiError } from '@/lib/client/api-error';
import { storedOnNetwork } from '@/lib/client/local-storage';
import type { Read } from '@/lib/client/read';

const DAY_MS = 86_400_000;
/** A few probes at a time leave connections for the page's own reads. */
const CONCURRENT_PROBES = 4;

/** When each kind (short name) was rejected, in ms since 1970. */
export type RejectedKinds = Readonly<Record<string, number>>;

export function parseRejectedKinds(stored: unknown): RejectedKinds {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

interface Memory {
  get: () => RejectedKinds;
  set: (kinds: RejectedKinds) => void;
}

/** Also reset by "Check index again". */
export const storedRejectedKinds = storedOnNetwork('dagscope.rejected-kinds', parseRejectedKinds);

export interface OfAcceptedKinds<Result> {
  /** Null when the index rejects every kind. */
  result: Result | null;
  /** Short names. */
  rejected: readonly string[];
}

export function createKindProbe(memory: Memory, now: () => number) {
  const probes = new Map<string, Promise<boolean>>();

  function isRejected(by: Read, kind: string): Promise<boolean> {
    const probe =
      probes.get(kind) ??
      by('events.list', {}, { kinds: kind, page_size: '1' })
        .then(
          () => false,
          (error: unknown) => error instanceof ApiError && error.status === 400,
        )
        .finally(() => probes.delete(kind));
    probes.set(kind, probe);
    return probe;
  }

  async function rejectedAmong(by: Read, kinds: readonly string[]): Promise<string[]> {
    const rejected: string[] = [];
    const waiting = [...kinds];
    const work = async () => {
      for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift())
        if (await isRejected(by, kind)) rejected.push(kind);
    };
    await Promise.all(Array.from({ length: CONCURRENT_PROBES }, work));
    const at = now();
    if (rejected.length > 0)
      memory.set({ ...memory.get(), ...Object.fromEntries(rejected.map((kind) => [kind, at])) });
    return rejected;
  }

  /** Runs a read with those of `kinds` (short names) that the index accepts, as its filter names them. */
  return async function ofAcceptedKinds<Result>(
    by: Read,
    kinds: readonly string[],
    run: (kinds: string) => Promise<Result>,
  ): Promise<OfAcceptedKinds<Result>> {
    const rejectedAt = memory.get();
    const rejected = kinds.filter((kind) => now() - (rejectedAt[kind] ?? -Infinity) < DAY_MS);
    const remaining = kinds.filter((kind) => !rejected.includes(kind));
    if (remaining.length === 0) return { result: null, rejected };
    try {
      return { result: await run(remaining.join(',')), rejected };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      // The refusal is about something else.
      if ((await rejectedAmong(by, remaining)).length === 0) throw error;
      return ofAcceptedKinds(by, kinds, run);
    }
  };
}

export const ofAcceptedKinds = createKindProbe(storedRejectedKinds, serverClock.now);
