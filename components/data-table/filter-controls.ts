// The controls of a filter bar, derived from the endpoint's query schema.
import type * as z from 'zod/mini';
import { endpoint, type EndpointName, type QueryInput } from '@/lib/contract/endpoints';
import { paramMeta, splitWords, type ParamMeta } from '@/lib/contract/query-params';
import { formatBaseUnits, groupDigits } from '@/lib/view/amount';
import { plainText, shortId } from '@/lib/view/ids';
import { statusWords } from '@/lib/view/status';
import {
  readMeasure,
  readNumber,
  type Separators,
  type UnitNames,
  type UnitSize,
} from '@/lib/view/number-input';
import { formatDuration, minuteTime, type Zone } from '@/lib/view/time';

type TimeBounds = 'created_after' | 'created_before';
type DueBounds = 'due_after' | 'due_before';
type OnchainBounds = 'onchain_after' | 'onchain_before';
type StartedBounds = 'started_after' | 'started_before';
type Bound = `min_${string}` | `max_${string}`;
/** The last two are set by the tabs and chips of their page. */
type Unlabelled = 'page_token' | 'page_size' | 'order_by' | 'scheduled' | 'failed_recently';
/** `duration_ms` of `min_duration_ms`. */
type Bounded<Key> = Key extends `min_${infer Name}` ? Name : never;

/**
 * A label for every filter of an endpoint; `created` is the label of its time range and names the clock, and the two bounds of a number have
 * one label, under the name of what they bound.
 */
export type FilterLabels<Name extends EndpointName> = Readonly<
  Record<
    Exclude<
      keyof QueryInput<Name> & string,
      TimeBounds | DueBounds | OnchainBounds | StartedBounds | Bound | Unlabelled
    >,
    string
  > &
    Record<Bounded<keyof QueryInput<Name>>, string>
> &
  (TimeBounds extends keyof QueryInput<Name> ? { readonly created: string } : object) &
  (DueBounds extends keyof QueryInput<Name> ? { readonly due: string } : object) &
  (OnchainBounds extends keyof QueryInput<Name> ? { readonly onchain: string } : object) &
  (StartedBounds extends keyof QueryInput<Name> ? { readonly started: string } : object);

const SECONDS: UnitSize = { decimals: 3, times: 1n };
const MINUTES: UnitSize = { decimals: 3, times: 60n };
const HOURS: UnitSize = { decimals: 3, times: 3_600n };
const DAYS: UnitSize = { decimals: 3, times: 86_400n };
const SUI: UnitSize = { decimals: 9, times: 1n };
const ONE: UnitSize = { decimals: 0, times: 1n };

interface RangeUnit {
  name: string | null;
  decimals: number;
  /** The units that may be typed after a number: those that the console shows, and their names. */
  inputUnits: UnitNames;
  format: (value: bigint) => string;
  /** Why a text cannot be read. */
  error: string;
}

/** What the bounds of a range are typed in. */
const RANGE_UNITS: Readonly<Record<'count' | 'duration' | 'amount', RangeUnit>> = {
  count: {
    name: null,
    decimals: 0,
    inputUnits: { '': ONE },
    format: groupDigits,
    error: 'Must be a whole number',
  },
  duration: {
    name: 'seconds',
    decimals: 3,
    inputUnits: {
      '': SECONDS,
      ms: ONE,
      s: SECONDS,
      sec: SECONDS,
      second: SECONDS,
      seconds: SECONDS,
      m: MINUTES,
      min: MINUTES,
      minute: MINUTES,
      minutes: MINUTES,
      h: HOURS,
      hour: HOURS,
      hours: HOURS,
      d: DAYS,
      day: DAYS,
      days: DAYS,
    },
    format: (ms) => formatDuration(Number(ms)),
    error: 'Must be a number of seconds with at most 3 decimals, or a duration such as 2 m 5 s',
  },
  amount: {
    name: 'SUI',
    decimals: 9,
    inputUnits: { '': SUI, sui: SUI, mist: ONE },
    format: (mist) => `${formatBaseUnits(mist)} SUI`,
    error: 'Must be a number with at most 9 decimals, in SUI, or in MIST if you add that unit',
  },
};

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

const TIME_KEYS = ['created', 'onchain', 'due', 'started'] as const;

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

/** What an index accepts in a bound. */
const MAX_DIGITS = 18;

/** A bound in the units of the parameter, and how it was read where the text leaves that open. */
export type TypedBound = { value: string; note: string | null } | { error: string };

/** A bound as typed, e.g. `1.5` seconds; null when it is empty. */
export function fromBound(text: string, unit: RangeUnit, reader: Separators): TypedBound | null {
  if (text.trim() === '') return null;
  const read = readMeasure(text, unit.inputUnits, reader);
  if (read === undefined) return { error: unit.error };
  const value = read.toString();
  if (value.length > MAX_DIGITS) return { error: 'Too large' };
  const isPlain = toBound(value, unit, reader) === text.trim() && !/[.,]\d{3}$/.test(text.trim());
  const words = unit.name === 'seconds' ? `${toBound(value, unit, reader)} s` : unit.format(read);
  return { value, note: isPlain ? null : `= ${words}` };
}

/** The reverse of `fromBound`, with the reader's decimal separator. */
export function toBound(value: string | undefined, { decimals }: RangeUnit, reader: Separators): string {
  if (value === undefined || decimals === 0) return value ?? '';
  const digits = value.padStart(decimals + 1, '0');
  const part = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${part === '' ? '' : `${reader.decimal}${part}`}`;
}

/** A typed value as the parameter is written: ids and whole numbers without separators, in ASCII digits. */
export function fromTyped(control: FilterControl, text: string, reader: Separators): string {
  if (control.kind === 'integer') return readNumber(text, 0, reader)?.toString() ?? text.trim();
  return control.kind === 'id' || control.kind === 'digest' ? plainText(text) : text.trim();
}

/** The value on a filter's chip, ids by `nameText`; undefined when it is not set. */
export function valueText(
  control: FilterControl,
  filters: Readonly<Record<string, string>>,
  zone: Zone,
  nameText: (id: string) => string = shortId,
): string | undefined {
  if (control.kind === 'time') {
    const [after, before] = control.keys.map((key) => filters[key]);
    const short = (time: string) => minuteTime(Date.parse(time), zone);
    if (after !== undefined && before !== undefined) {
      const [from, to] = [short(after), short(before)];
      const zoneOf = (time: string) => time.split(' ')[2] ?? '';
      // On both sides of a clock change the offsets differ.
      const isSameZone = zoneOf(from) === zoneOf(to);
      return `${isSameZone ? from.slice(0, -zoneOf(from).length - 1) : from} to ${to}`;
    }
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
  if (control.kind === 'id' || control.kind === 'digest') return nameText(value);
  const isStates = control.kind === 'enum' || control.kind === 'enums';
  return isStates ? splitWords(value).map(statusWords).join(', ') : value;
}

/** Why a typed value is invalid; null when it is valid. */
export function errorOf(control: FilterControl, value: string): string | null {
  if ('keys' in control || value === '') return null;
  const result = control.schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'invalid value');
}
