// Parses a place in the event log: an event id or a time (UTC unless stated).
import { plainText } from './number-input';

export type EventPlace = { is: 'event'; id: string } | { is: 'moment'; at: string };

/** The place a text names; null when it names none. */
export function readPlace(text: string): EventPlace | null {
  const input = plainText(text);
  const id = /^#?(?:ev-)?(\d(?:[,.'’٬ ]?\d){0,24})$/.exec(input)?.[1]?.replace(/\D/g, '');
  if (id !== undefined && /^\d{1,19}$/.test(id)) return { is: 'event', id: BigInt(id).toString() };
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z| ?UTC)?$/i.exec(input);
  if (parts === null) return null;
  const [, day, clock = '23:59:59.999'] = parts;
  const ms = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(ms) ? null : { is: 'moment', at: new Date(ms).toISOString() };
}

/** The id in a link's fragment, `#ev-123`; null when there is none. */
export function idOfFragment(hash: string): string | null {
  return /^#ev-(\d{1,19})$/.exec(hash)?.[1] ?? null;
}
