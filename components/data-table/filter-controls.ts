// The controls of a filter bar, derived from the endpoint's query schema.
import type * as z from 'zod/mini';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { paramMeta, type ParamMeta } from '@/lib/contract/query-params';
import { shortId } from '@/lib/view/ids';
import { statusWords } from '@/lib/view/status';
import { minuteTime, type Zone } from '@/lib/view/time';

type TimeBounds = 'created_after' | 'created_before';
type Paging = 'page_token' | 'page_size';

/** A label for every filter of an endpoint; `created` is the label of its time range and names the clock. */
export type FilterLabels<Name extends EndpointName> = Readonly<
  Record<Exclude<keyof QueryInput<Name> & string, TimeBounds | Paging>, string>
> &
  (TimeBounds extends keyof QueryInput<Name> ? { readonly created: string } : object);

export type FilterControl =
  | { kind: 'time'; key: 'created'; label: string; keys: readonly [string, string] }
  | {
      kind: Exclude<ParamMeta['control'], 'page' | 'cursor' | 'time'>;
      key: string;
      label: string;
      known: readonly string[];
      unknown: boolean;
      schema: z.ZodMiniType;
    };

/** The controls in the order of the labels. Throws for a label without a parameter. */
export function controlsOf<Name extends EndpointName>(
  name: Name,
  labels: Partial<FilterLabels<Name>>,
  unknowable: readonly string[] = [],
): FilterControl[] {
  const shape: Record<string, z.ZodMiniType> = endpoint(name).query.shape;
  return Object.entries(labels as Record<string, string>).map(([key, label]) => {
    if (key === 'created')
      return { kind: 'time', key, label, keys: ['created_after', 'created_before'] as const };
    const schema = shape[key];
    const meta = schema === undefined ? undefined : paramMeta(schema);
    if (schema === undefined || meta === undefined || ['page', 'cursor', 'time'].includes(meta.control))
      throw new Error(`${name} has no filter ${key}`);
    const kind = meta.control as Exclude<ParamMeta['control'], 'page' | 'cursor' | 'time'>;
    return { kind, key, label, known: meta.known ?? [], unknown: unknowable.includes(key), schema };
  });
}

/** The parameters that a control sets. */
export function keysOf(control: FilterControl): readonly string[] {
  return control.kind === 'time' ? control.keys : [control.key];
}

/** The labels of filters; one without a control keeps its name. */
export function labelsOf(controls: readonly FilterControl[], filters: readonly string[]): string[] {
  const labels = filters.map(
    (filter) => controls.find((control) => keysOf(control).includes(filter))?.label ?? filter,
  );
  return [...new Set(labels)];
}

/** A time in ms as the value of a datetime-local input: `2026-11-21T12:04`. */
export function toMinute(ms: number, zone: Zone): string {
  return minuteTime(ms, zone).slice(0, 16).replace(' ', 'T');
}

/** The value of a datetime-local input, read in the zone, in ms; null when it is empty. */
export function fromMinute(text: string, zone: Zone): number | null {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  let ms = wanted;
  // Twice: the first step can cross a change of the zone's offset.
  for (let step = 0; step < 2; step += 1) ms += wanted - Date.parse(`${toMinute(ms, zone)}Z`);
  return ms;
}

/** The value on a filter's chip; undefined when it is not set. */
export function valueText(
  control: FilterControl,
  filters: Readonly<Record<string, string>>,
  zone: Zone,
): string | undefined {
  if (control.kind === 'time') {
    const [after, before] = control.keys.map((key) => filters[key]);
    const short = (time: string) => minuteTime(Date.parse(time), zone);
    if (after !== undefined && before !== undefined)
      return `${short(after).slice(0, 16)} to ${short(before)}`;
    if (after !== undefined) return `from ${short(after)}`;
    return before === undefined ? undefined : `to ${short(before)}`;
  }
  const value = filters[control.key];
  if (value === undefined || value === 'unknown') return value;
  if (control.kind === 'boolean') return value === 'true' ? 'yes' : 'no';
  if (control.kind === 'id' || control.kind === 'digest') return shortId(value);
  return control.kind === 'enum' ? statusWords(value) : value;
}

/** Why a typed value is invalid; null when it is valid. */
export function errorOf(control: FilterControl, value: string): string | null {
  if (control.kind === 'time' || value === '') return null;
  const result = control.schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'invalid value');
}
