import type { Raised } from '@/lib/client/alerts/alert-rule';
import { events } from '@/lib/view/paths';

/** Where an alert leads: its filter as it was, with the event that raised it open. */
export function raisedLink({ search, id }: Pick<Raised, 'search' | 'id'>): string {
  return events({ ...Object.fromEntries(new URLSearchParams(search)), event: id });
}
