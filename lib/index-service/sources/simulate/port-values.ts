// Port values as the chain records them (spec 2.16): constructors and readers for the simulated tools.

export type PortValue =
  | { kind: 'data'; data: unknown }
  /** Raw bytes as recorded, base64: the index decodes them to JSON, else to a string. */
  | { kind: 'data'; bytes: string }
  | { kind: 'object'; object_id: string }
  | { kind: 'blob'; blob_id: string; content_digest: string };
export type PortData = { one: PortValue } | { many: readonly PortValue[] };
/** Ports by name: inputs and results of a tool. */
export type Ports = Record<string, PortData | undefined>;

export const single = (data: unknown): PortData => ({ one: { kind: 'data', data } });
/** The text of a tool that writes no JSON: bytes without quotes. */
export const raw = (text: string): PortData => ({
  one: { kind: 'data', bytes: Buffer.from(text).toString('base64') },
});
export const object = (object_id: string): PortData => ({ one: { kind: 'object', object_id } });
export const blob = (content: { blob_id: string; content_digest: string }): PortData => ({
  one: { kind: 'blob', ...content },
});

/** Port data from what a tool gives for a port: JSON, the list or the object id that the contract says, or port data as it stands. */
export function portOf(value: unknown, isMany: boolean, isObject: boolean): PortData {
  if (typeof value === 'object' && value !== null && ('one' in value || 'many' in value))
    return value as PortData;
  if (isObject) return object(value as string);
  return isMany ? { many: (value as unknown[]).map((data) => ({ kind: 'data', data })) } : single(value);
}

export function valuesOf(port: PortData | undefined): readonly PortValue[] {
  if (port === undefined) return [];
  return 'many' in port ? port.many : [port.one];
}

/** The whole JSON values of a port; none when the port is absent. */
export function listAt(ports: Ports, name: string): unknown[] {
  return valuesOf(ports[name]).flatMap((value) => ('data' in value ? [value.data] : []));
}

export function textAt(ports: Ports, name: string, otherwise: string): string {
  const [data] = listAt(ports, name);
  return typeof data === 'string' ? data : otherwise;
}

export function numberAt(ports: Ports, name: string, otherwise: number): number {
  const [data] = listAt(ports, name);
  return typeof data === 'number' ? data : otherwise;
}

/** A member of a JSON object in a port. */
export function memberAt(ports: Ports, name: string, key: string): unknown {
  const [data] = listAt(ports, name);
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
