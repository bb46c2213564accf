// Values of payloads and snapshots as the tables hold them: times, vertices, port data (spec 2.16, 10.2).
// Invariant: a port that is not UTF-8, or holds a blob without a digest, is left out; a malformed snapshot field changes nothing.
import type * as z from 'zod/mini';
import type { RuntimeVertex } from '@/lib/contract/event-kinds/payload-fields';
import { objectIdOf, type PortData, type PortDataMap, type PortValue } from '@/lib/contract/port-data';
import { parseForeignJson } from '@/lib/json/exact';

const LAST_MS = 253_402_300_799_999n;

/** RFC 3339 of a time in milliseconds; null when it lies beyond the year 9999, which nothing downstream can write. */
export function timeOfMs(ms: bigint): string | null {
  return ms <= LAST_MS ? new Date(Number(ms)).toISOString() : null;
}

/** A vertex as columns; a plain one has no iteration. */
export function vertexColumns(vertex: RuntimeVertex) {
  return vertex.variant === 'Plain'
    ? { vertex_name: vertex.vertex.name, vertex_iteration: null, out_of: null }
    : { vertex_name: vertex.vertex.name, vertex_iteration: vertex.iteration, out_of: vertex.out_of };
}

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

/** The valid ones of a snapshot's fields, by the schemas in `shape`. */
export function readSnapshot<Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
  given: Record<string, unknown>,
): { [Name in keyof Shape]?: z.output<Shape[Name]> } {
  const valid = Object.entries(shape).flatMap(([name, schema]) => {
    const { data, success } = schema.safeParse(given[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(valid) as { [Name in keyof Shape]?: z.output<Shape[Name]> };
}
