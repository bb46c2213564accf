// The key `__proto__`: in JSON one like others, but libraries drop it where they copy an object.

/** Whether an object in `value` has it; without recursion, for values of any depth. */
export function hasProtoKey(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const member of Object.values(next)) if (typeof member === 'object') waiting.push(member);
  }
  return false;
}
