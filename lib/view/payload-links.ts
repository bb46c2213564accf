// The ids and tool names in an event payload, linked by field name. Invariant: each id once, under its most specific family.
import { isJsonObject } from '@/lib/json/exact-number';
import { isObjectId } from '@/lib/contract/ids';
import type { IdFamily } from './paths';

export interface PayloadLink {
  /** Where in the payload, e.g. `edge.to.vertex`. */
  path: string;
  family: IdFamily;
  value: string;
}

/** By the last word of a field's name. `leader` alone is an address in some events and a cap in others: the field's own name says `cap`. */
const FAMILIES: readonly (readonly [RegExp, IdFamily])[] = [
  [/^dag(_id)?$/, 'dag'],
  [/^execution(_id)?$/, 'execution'],
  [/^agent(_id)?$/, 'agent'],
  [/^task(_id)?$/, 'task'],
  [/^payment(_id)?$/, 'payment'],
  // The list of a work request contains caps.
  [/^(leader_cap(_id)?|leaders)$/, 'leader'],
  [/^(user|sender|invoker|address|staker|funder|creator|controller)$/, 'address'],
];

/** Undefined for a text that is neither an id nor a tool name. */
function familyOf(name: string, value: string): IdFamily | undefined {
  if (/fqn$/.test(name)) return 'tool';
  if (!isObjectId(value)) return undefined;
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'object';
}

/** Ids and tool names of a payload, in its order. */
export function payloadLinks(payload: unknown): PayloadLink[] {
  const found = new Map<string, PayloadLink>();
  const walk = (value: unknown, path: readonly string[]): void => {
    if (path.length > 12) return;
    const name = path.findLast((step) => !/^\d+$/.test(step)) ?? '';
    if (typeof value === 'string') {
      const family = familyOf(name, value);
      const before = found.get(value);
      if (family !== undefined && (before === undefined || before.family === 'object'))
        found.set(value, { path: path.join('.'), family, value });
    } else if (Array.isArray(value) || isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  walk(payload, []);
  return [...found.values()];
}
