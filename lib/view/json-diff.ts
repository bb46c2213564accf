// Differences between two JSON values, one per path. Invariant: integers compare exactly; an empty list means equal.
import { stringifyJson } from '@/lib/json/exact';

export interface JsonChange {
  /** `payment_policy.max_budget`, `fixed_tools[2]`; empty for the value as a whole. */
  path: string;
  /** Undefined: there was nothing. */
  before: unknown;
  /** Undefined: there is nothing any more. */
  after: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The changes that lead from `before` to `after`, in the order of their fields. */
export function jsonDiff(before: unknown, after: unknown, path = ''): JsonChange[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      jsonDiff(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).flatMap(
      (index) => jsonDiff(before[index], after[index], `${path}[${index}]`),
    );
  if (before === undefined && after === undefined) return [];
  const same = before !== undefined && after !== undefined && stringifyJson(before) === stringifyJson(after);
  return same ? [] : [{ path, before, after }];
}
