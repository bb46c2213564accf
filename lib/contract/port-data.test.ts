import { expect, it } from 'vitest';
import { portDataMap } from './port-data';

const one = (data: unknown) => ({ one: { kind: 'data', data } });

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'a.b'])(
  'keeps a port named %j and nothing else',
  (name) => {
    const ports = portDataMap.parse(
      JSON.parse(JSON.stringify({ a: one(1) }).replace('"a"', JSON.stringify(name))),
    );
    expect(Object.entries(ports)).toEqual([[name, one(1)]]);
    expect(JSON.stringify(ports)).toBe(`{${JSON.stringify(name)}:${JSON.stringify(one(1))}}`);
  },
);

it('keeps the order of ports, and names inside values', () => {
  const text =
    '{"a":{"one":{"kind":"data","data":{"__proto__":[1]}}},"__proto__":{"many":[]},"b":{"many":[]}}';
  expect(JSON.stringify(portDataMap.parse(JSON.parse(text)))).toBe(text);
});

it('refuses a malformed port whatever its name', () => {
  expect(portDataMap.safeParse(JSON.parse('{"__proto__":{"two":1}}')).success).toBe(false);
});
