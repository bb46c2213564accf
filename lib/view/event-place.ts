// Parses a place in the event log: an event id or a time (UTC unless stated).
import { plainText, readEventId } from './ids';

export type EventPlace = { is: 'event'; id: string } | { is: 'moment'; at: string };

/** The place a text names; null when it names none. */
export function readPlace(text: string): EventPlace | null {
  const id = readEventId(text);
  if (id !== undefined) return { is: 'event', id };
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z| ?UTC)?$/i.exec(
    plainText(text),
  );
  if (parts === null) return null;
  const [, day, clock = '23:59:59.999'] = parts;
  const ms = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(ms) ? null : { is: 'moment', at: new Date(ms).toISOString() };
}

/** The id in a link's fragment, `#ev-123`; null when there is none. */
export function idOfFragment(hash: string): string | null {
  return /^#ev-(\d{1,19})$/.exec(hash)?.[1] ?? null;
}
