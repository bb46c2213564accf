// Parsed JSON where the platform copies it: messages between tabs, and data that React sends into a page. A copy has no classes.
// Invariant: fromCloneable(copy of toCloneable(x)) is x, bigint included. JSON has no sets and maps, so they stand for what a copy would lose.
import { ExactNumber } from './exact-number';

/** The same object where no member changes. */
function withMembers(value: object, change: (member: unknown) => unknown): object {
  let changed = false;
  const members = Object.entries(value).map(([name, member]) => {
    const after = change(member);
    changed ||= !Object.is(after, member);
    return [name, after] as const;
  });
  if (!changed) return value;
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

export function toCloneable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return new Set([value.text]);
  const plain = withMembers(value, toCloneable);
  // React drops this key.
  return Object.hasOwn(plain, '__proto__') ? new Map(Object.entries(plain)) : plain;
}

export function fromCloneable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Set) return new ExactNumber(String([...value][0]));
  const plain = value instanceof Map ? (Object.fromEntries(value) as object) : value;
  return withMembers(plain, fromCloneable);
}
