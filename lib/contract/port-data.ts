// Port data: self-describing values (spec 2.16).
import * as z from 'zod/mini';
import { mapOf, record } from './record';

const dataValue = record({ kind: z.literal('data'), data: z.unknown() });
/** The field that holds the id is not specified: `object_id` here, `id` elsewhere. */
const objectValue = record({
  kind: z.literal('object'),
  object_id: z.optional(z.string()),
  id: z.optional(z.string()),
});
const blobValue = record({ kind: z.literal('blob'), blob_id: z.string(), content_digest: z.string() });
const laterValue = record({ kind: z.string() });

export const portValue = z.union([dataValue, objectValue, blobValue, laterValue]);
export const portData = z.union([record({ one: portValue }), record({ many: z.array(portValue) })]);
export const portDataMap = mapOf(portData);

export type PortValue = z.output<typeof portValue>;
export type PortData = z.output<typeof portData>;
export type PortDataMap = z.output<typeof portDataMap>;

/** The object id of an `object` value, whichever field holds it; undefined for other kinds. */
export function objectIdOf(value: PortValue): string | undefined {
  if (value.kind !== 'object') return undefined;
  const ids = value as { object_id?: unknown; id?: unknown };
  return [ids.object_id, ids.id].find((id) => typeof id === 'string');
}

/** The values of a port in order, whatever its cardinality. */
export function valuesOf(port: PortData): PortValue[] {
  return 'many' in port ? (port.many as PortValue[]) : [(port as { one: PortValue }).one];
}
