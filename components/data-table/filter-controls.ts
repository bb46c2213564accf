// Which controls a filter bar has: read off the endpoint's query schema, so that a new parameter of the contract cannot be forgotten.
import type * as z from 'zod/mini';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { paramMeta, type ParamMeta } from '@/lib/contract/query-params';
import { shortId } from '@/lib/view/ids';
import { statusWords } from '@/lib/view/status';

type TimeBounds = 'created_after' | 'created_before';
type Paging = 'page_token' | 'page_size';

/** A label for every filter of an endpoint; `created` names the time window and its clock, where there is one. */
export type FilterLabels<Name extends EndpointName> = Readonly<
  Record<Exclude<keyof QueryInput<Name> & string, TimeBounds | Paging>, string>
> &
  (TimeBounds extends keyof QueryInput<Name> ? { readonly created: string } : object);

export type FilterControl =
  | { kind: 'window'; key: 'created'; label: string; keys: readonly [string, string] }
  | {
      kind: Exclude<ParamMeta['control'], 'page' | 'cursor' | 'time'>;
      key: string;
      label: string;
      known: readonly string[];
      /** Rows where it is unknown can be asked for. */
      unknown: boolean;
      schema: z.ZodMiniType;
    };

/** The controls in the order of the labels. A label that names no parameter is a mistake and throws. */
export function controlsOf<Name extends EndpointName>(
  name: Name,
  labels: Partial<FilterLabels<Name>>,
  unknowable: readonly string[] = [],
): FilterControl[] {
  const shape: Record<string, z.ZodMiniType> = endpoint(name).query.shape;
  return Object.entries(labels as Record<string, string>).map(([key, label]) => {
    if (key === 'created')
      return { kind: 'window', key, label, keys: ['created_after', 'created_before'] as const };
    const schema = shape[key];
    const meta = schema === undefined ? undefined : paramMeta(schema);
    if (schema === undefined || meta === undefined || ['page', 'cursor', 'time'].includes(meta.control))
      throw new Error(`${name} has no filter ${key}`);
    const kind = meta.control as Exclude<ParamMeta['control'], 'page' | 'cursor' | 'time'>;
    return { kind, key, label, known: meta.known ?? [], unknown: unknowable.includes(key), schema };
  });
}

/** A time of the URL in few characters; its zone is UTC and the control says so. */
function shortTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** What a set filter says on its chip; undefined when it is not set. */
export function valueText(
  control: FilterControl,
  filters: Readonly<Record<string, string>>,
): string | undefined {
  if (control.kind === 'window') {
    const [after, before] = control.keys.map((key) => filters[key]);
    if (after !== undefined && before !== undefined) return `${shortTime(after)} to ${shortTime(before)}`;
    if (after !== undefined) return `from ${shortTime(after)}`;
    return before === undefined ? undefined : `to ${shortTime(before)}`;
  }
  const value = filters[control.key];
  if (value === undefined || value === 'unknown') return value;
  if (control.kind === 'boolean') return value === 'true' ? 'yes' : 'no';
  if (control.kind === 'id' || control.kind === 'digest') return shortId(value);
  return control.kind === 'enum' ? statusWords(value) : value;
}

/** Whether a typed value can be sent; the fault in words when it cannot. */
export function faultOf(control: FilterControl, value: string): string | null {
  if (control.kind === 'window' || value === '') return null;
  const result = control.schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'cannot be used');
}
