// What of a row goes on the clipboard. Invariant: whole ids, exact integers, the wire's words; unknown is nothing.
import { stringifyJson } from '@/lib/json/exact';

/** The text of a field's value; null for unknown. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : stringifyJson(value);
}
