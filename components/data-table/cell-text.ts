// A cell's value for the clipboard. Invariant: full ids, exact integers, the index's own strings.
import { stringifyJson } from '@/lib/json/exact';

/** Null for unknown. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : stringifyJson(value);
}
