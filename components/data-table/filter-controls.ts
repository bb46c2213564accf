// The controls of a filter bar, derived from the endpoint's query schema.
import type * as z from 'zod/mini';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { paramMeta, splitWords, type ParamMeta } from '@/lib/contract/query-params';
import { formatBaseUnits, groupDigits } from '@/lib/view/amount';
import { shortId } from '@/lib/view/ids';
import { statusWords } from '@/lib/view/status';
import { formatDuration, minuteTime, type Zone } from '@/lib/view/time';

type TimeBounds = 'created_after' | 'created_before';
type DueBounds = 'due_after' | 'due_before';
type OnchainBounds = 'onchain_after' | 'onchain_before';
type Bound = `min_${string}` | `max_${string}`;
type Unlabelled = 'page_token' | 'page_size' | 'order_by';
/** `duration_ms` of `min_duration_ms`. */
type Bounded<Key> = Key extends `min_${infer Name}` ? Name : never;

/**
 * A label for every filter of an endpoint; `created` is the label of its time range and names the clock, and the two bounds of a number have
 * one label, under the name of what they bound.
 */
export type FilterLabels<Name extends EndpointName> = Readonly<
  Record<
    Exclude<keyof QueryInput<Name> & string, TimeBounds | DueBounds | OnchainBounds | Bound | Unlabelled>,
    string
  > &
    Record<Bounded<keyof QueryInput<Name>>, string>
> &
  (TimeBounds extends keyof QueryInput<Name> ? { readonly created: string } : object) &
  (DueBounds extends keyof QueryInput<Name> ? { readonly due: string } : object) &
  (OnchainBounds extends keyof QueryInput<Name> ? { readonly onchain: string } : object);

/** What the bounds of a range are typed in. */
const RANGE_UNITS = {
  count: { name: null, decimals: 0, format: groupDigits },
  duration: { name: 'seconds', decimals: 3, format: (ms: bigint) => formatDuration(Number(ms)) },
  amount: { name: 'SUI', decimals: 9, format: (mist: bigint) => `${formatBaseUnits(mist)} SUI` },
} as const;
type RangeUnit = (typeof RANGE_UNITS)[keyof typeof RANGE_UNITS];

type ValueKind = Exclude<
  ParamMeta['control'],
  'page' | 'cursor' | 'order' | 'time' | keyof typeof RANGE_UNITS
>;
const VALUE_KINDS: readonly string[] = [
  'id',
  'digest',
  'text',
  'enum',
  'enums',
  'boolean',
  'integer',
  'kinds',
] satisfies ValueKind[];

const TIME_KEYS = ['created', 'onchain', 'due'] as const;

export type FilterControl =
  | { kind: 'time'; key: (typeof TIME_KEYS)[number]; label: string; keys: readonly [string, string] }
  | { kind: 'range'; key: string; label: string; keys: readonly [string, string]; unit: RangeUnit }
  | {
      kind: ValueKind;
      key: string;
      label: string;
      known: readonly string[];
      /** A text is a whole name: nothing matches while it is typed. */
      whole: boolean;
      schema: z.ZodMiniType;
    };

/** `undefined` removes a filter. `replace`: a change while typing, which adds no step for Back. */
export type ChangeFilters = (
  change: Readonly<Record<string, string | undefined>>,
  options?: { replace?: boolean },
) => void;

export interface FilterProps {
  control: FilterControl;
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
}

/** The controls in the order of the labels. Throws for a label without a parameter. */
export function controlsOf<Name extends EndpointName>(
  name: Name,
  labels: Partial<FilterLabels<Name>>,
): FilterControl[] {
  const shape: Record<string, z.ZodMiniType> = endpoint(name).query.shape;
  return Object.entries(labels as Record<string, string>).map(([key, label]) => {
    const time = TIME_KEYS.find((candidate) => candidate === key);
    if (time !== undefined)
      return { kind: 'time', key: time, label, keys: [`${key}_after`, `${key}_before`] as const };
    const least = shape[`min_${key}`];
    const measure = least === undefined ? undefined : paramMeta(least)?.control;
    if (measure === 'duration' || measure === 'amount' || measure === 'count') {
      const keys = [`min_${key}`, `max_${key}`] as const;
      return { kind: 'range', key, label, keys, unit: RANGE_UNITS[measure] };
    }
    const schema = shape[key];
    const meta = schema === undefined ? undefined : paramMeta(schema);
    if (schema === undefined || meta === undefined || !VALUE_KINDS.includes(meta.control))
      throw new Error(`${name} has no filter ${key}`);
    const kind = meta.control as ValueKind;
    const { known = [], whole = false } = meta;
    return { kind, key, label, known, whole, schema };
  });
}

/** The parameters that a control sets. */
export function keysOf(control: FilterControl): readonly string[] {
  return 'keys' in control ? control.keys : [control.key];
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
  const requested = Date.parse(`${text}Z`);
  if (Number.isNaN(requested)) return null;
  let ms = requested;
  // Twice: the first step can cross a change of the zone's offset.
  for (let step = 0; step < 2; step += 1) ms += requested - Date.parse(`${toMinute(ms, zone)}Z`);
  return ms;
}

/** A bound as typed, e.g. `1.5` seconds, in the units of the parameter; null when it is empty, undefined when it is no such number. */
export function fromBound(text: string, { decimals }: RangeUnit): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(trimmed) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, '0')).toString();
}

/** The reverse of `fromBound`. */
export function toBound(value: string | undefined, { decimals }: RangeUnit): string {
  if (value === undefined || decimals === 0) return value ?? '';
  const digits = value.padStart(decimals + 1, '0');
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${part === '' ? '' : `.${part}`}`;
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
  if (control.kind === 'range') {
    const [from, to] = control.keys.map((key) => {
      const value = filters[key];
      return value === undefined ? undefined : control.unit.format(BigInt(value));
    });
    if (from !== undefined && to !== undefined) return `${from} to ${to}`;
    if (from !== undefined) return `at least ${from}`;
    return to === undefined ? undefined : `at most ${to}`;
  }
  const value = filters[control.key];
  if (value === undefined) return undefined;
  if (control.kind === 'boolean') return value === 'true' ? 'yes' : 'no';
  if (control.kind === 'id' || control.kind === 'digest') return shortId(value);
  const isStates = control.kind === 'enum' || control.kind === 'enums';
  return isStates ? splitWords(value).map(statusWords).join(', ') : value;
}

/** Why a typed value is invalid; null when it is valid. */
export function errorOf(control: FilterControl, value: string): string | null {
  if ('keys' in control || value === '') return null;
  const result = control.schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'invalid value');
}
