// Recorded lines as a chain holds them: checkpoints of transactions, and what the log of an index that followed it must say.
import { stringifyJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import type { EventLine } from '@/lib/index-service/log/recorded-line';

function bytesOfData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesOfData);
  if (!isJsonObject(value)) return value;
  if (value['kind'] === 'data' && 'data' in value)
    return { kind: 'data', bytes: Buffer.from(stringifyJson(value['data'])).toString('base64') };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bytesOfData(inner)]));
}

/** The line with JSON of ports as the bytes that the chain has. */
export function asOnChain(line: EventLine): EventLine {
  return { ...line, payload: bytesOfData(line.payload) as Record<string, unknown> };
}
