// Which kind of event a frame's data holds, read once a frame. Invariant: the kind is the record's own, never one from inside its payload
// (port values have a `kind` too). Records begin with id and kind as a rule: then the first bytes tell; otherwise the whole is parsed.
import { parseJson } from '@/lib/json/exact';

const AT_THE_FRONT = /^\s*\{\s*"id"\s*:\s*"?\d{1,19}"?\s*,\s*"kind"\s*:\s*"([A-Za-z0-9_]{1,200})"/;
const FRONT_BYTES = 300;

/** The kind, or an empty string when the data is not JSON or names none. */
export function kindOf(data: Buffer): string {
  const front = AT_THE_FRONT.exec(data.toString('latin1', 0, FRONT_BYTES))?.[1];
  if (front !== undefined) return front;
  try {
    const value = parseJson(data.toString('utf8'));
    const kind = (value as { kind?: unknown } | null)?.kind;
    return typeof kind === 'string' ? kind : '';
  } catch {
    return '';
  }
}
