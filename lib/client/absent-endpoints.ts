// Endpoints that an index reported as missing, remembered for an hour for all tabs, so that none requests them again.
// Invariant: only paths without parameters, because a 404 on a path with an id is about the id.
import { ABSENT_STATUSES } from '@/lib/contract/absence';
import { storedOnNetwork } from './local-storage';

interface Absence {
  status: number;
  code: string | null;
  message: string;
  /** When the index reported it, in ms since 1970. */
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
