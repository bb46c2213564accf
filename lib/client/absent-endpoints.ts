// Endpoints that an index has said it lacks, remembered for an hour in the browser for all tabs, so that none asks again for what is not there.
// Invariant: only paths without parameters, because a 404 on a path with an id is about the id.
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ApiError } from './failure';
import { storedOnNetwork } from './network-storage';
import type { StoredValue } from './local-storage';
import type { Read } from './read';

const HOUR_MS = 3_600_000;
const ABSENT_STATUSES: readonly unknown[] = [404, 405, 501];

interface Absence {
  status: number;
  code: string | null;
  message: string;
  /** When the index said so, in ms since 1970. */
  at: number;
}
/** By endpoint name. */
export type Absences = Readonly<Record<string, Absence>>;

function isAbsence(value: unknown): value is Absence {
  if (typeof value !== 'object' || value === null) return false;
  const { status, code, message, at } = value as Partial<Absence>;
  return (
    ABSENT_STATUSES.includes(status) &&
    (code === null || typeof code === 'string') &&
    typeof message === 'string' &&
    typeof at === 'number'
  );
}

export function parseAbsences(stored: unknown): Absences {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isAbsence(value)));
}

export const storedAbsences = storedOnNetwork('dagscope.absent-endpoints', parseAbsences);

const hasParameters = (name: EndpointName): boolean => endpoint(name).path.includes('{');

/** Reads through `by`, but fails at once with the same refusal where the index lacked the endpoint less than an hour ago. */
export function rememberAbsences(
  by: Read,
  stored: Pick<StoredValue<Absences>, 'get' | 'set'>,
  now: () => number,
): Read {
  return async (name, ...request) => {
    if (hasParameters(name)) return by(name, ...request);
    const known = stored.get()[name];
    if (known !== undefined && now() - known.at < HOUR_MS) throw new ApiError({ endpoint: name, ...known });
    try {
      return await by(name, ...request);
    } catch (error) {
      if (error instanceof ApiError && ABSENT_STATUSES.includes(error.status)) {
        const { status, code, message } = error;
        stored.set({ ...stored.get(), [name]: { status, code, message, at: now() } });
      }
      throw error;
    }
  };
}
