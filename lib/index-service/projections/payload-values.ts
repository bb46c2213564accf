// Values of payloads and snapshots as the tables hold them. Invariant: a malformed snapshot field changes nothing.
import type * as z from 'zod/mini';

const LAST_MS = 253_402_300_799_999n;

/** RFC 3339 of a time in milliseconds; null when it lies beyond the year 9999, which nothing downstream can write. */
export function timeOfMs(ms: bigint): string | null {
  return ms <= LAST_MS ? new Date(Number(ms)).toISOString() : null;
}

/** The valid ones of a snapshot's fields, by the schemas in `shape`. */
export function readSnapshot<Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
  fields: Record<string, unknown>,
): { [Name in keyof Shape]?: z.output<Shape[Name]> } {
  const valid = Object.entries(shape).flatMap(([name, schema]) => {
    const { data, success } = schema.safeParse(fields[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(valid) as { [Name in keyof Shape]?: z.output<Shape[Name]> };
}
