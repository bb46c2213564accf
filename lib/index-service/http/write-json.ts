// Writes a response as exact JSON. Invariant: RawJson is inserted as it is, so stored payloads keep every digit.
import { stringifyJson } from '@/lib/json/exact';
import { RawJson } from './handlers';

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((one) => writeJson(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}
