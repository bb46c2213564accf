// Renders recorded port values (spec 2.16, 10.2): bytes become JSON, else text.
// Invariant: a port that is not UTF-8, or holds a blob without a digest, is left out.
import { objectIdOf, type PortData, type PortDataMap, type PortValue } from '@/lib/contract/port-data';
import { parseForeignJson } from '@/lib/json/exact';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** undefined when the bytes are not UTF-8. */
function decodeBytes(base64: string): { data: unknown } | undefined {
  let text: string;
  try {
    text = UTF8.decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
  try {
    return { data: parseForeignJson(text) };
  } catch {
    return { data: text };
  }
}

function renderValue(value: PortValue): PortValue | undefined {
  const given = value as Record<string, unknown> & { kind: string };
  if (given.kind === 'data' && !('data' in given) && typeof given['bytes'] === 'string') {
    const decoded = decodeBytes(given['bytes']);
    return decoded && { kind: 'data', data: decoded.data };
  }
  if (given.kind === 'blob' && typeof given['content_digest'] !== 'string') return undefined;
  const object_id = objectIdOf(value);
  return object_id === undefined ? value : { kind: 'object', object_id };
}

/** The port as served; undefined if one of its values is not UTF-8 or is a blob without a digest. */
export function renderPort(port: PortData): PortData | undefined {
  if ('many' in port) {
    const values = (port.many as PortValue[]).map(renderValue);
    return values.every((value) => value !== undefined) ? { many: values } : undefined;
  }
  const one = renderValue((port as { one: PortValue }).one);
  return one && { one };
}

/** All ports as shown; null when none is left. */
export function renderPorts(ports: PortDataMap): PortDataMap | null {
  const shown = Object.entries(ports)
    .map(([name, port]) => [name, renderPort(port)] as const)
    .filter((pair): pair is [string, PortData] => pair[1] !== undefined);
  return shown.length === 0 ? null : Object.fromEntries(shown);
}
