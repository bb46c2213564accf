// Finds out whether an index applies a filter, by asking for a value that the requested rows don't have. Pure.
// Invariant: a filter is called applied or ignored only on evidence; rows that have the value by chance are none.
import type * as z from 'zod/mini';
import { eventKinds, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { endpoint, type ListingName } from '@/lib/contract/endpoints';
import { canonicalKinds } from '@/lib/contract/events';
import { paramMeta, splitWords } from '@/lib/contract/query-params';
import { filterControl, isSeveral, rowMatches } from './ignored-filters';

export interface FilterProbe {
  value: string;
  /**
   * `impossible`: random and too long to be guessed, so no row has it. `extreme`: beyond what is expected, but a row may have it, such as
   * one dated 9999. `several`: several values, for which an index that takes one may answer no rows.
   */
  kind: 'impossible' | 'extreme' | 'several' | 'other';
}

const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ID_DIGITS = 64;
const DIGEST_LENGTH = 44;
const WORD_LENGTH = 24;
/** Fits an integer<int32>, and no skill is numbered this high. */
const LARGE_INTEGER = '2147483647';
/** More than any duration in ms, amount in MIST, or number of things. */
const BEYOND_ALL = '1000000000000000';
const FAR_FUTURE = '2999-01-01T00:00:00.000Z';
const FAR_PAST = '1970-01-01T00:00:00.000Z';

function randomText(letters: string, length: number, random: () => number): string {
  const letter = () => letters[Math.floor(random() * letters.length)] ?? '';
  return Array.from({ length }, letter).join('');
}

function otherKind(requested: string): string | undefined {
  const { kinds } = canonicalKinds(requested);
  const other = Object.keys(eventKinds).find(
    (kind) => !kinds.some((requestedKind) => requestedKind === kind),
  );
  return other === undefined ? undefined : shortKindName(other);
}

function knownStates(name: ListingName, filter: string): readonly string[] {
  const shape: Readonly<Record<string, z.ZodMiniType>> = endpoint(name).query.shape;
  const schema = shape[filter];
  return schema === undefined ? [] : (paramMeta(schema)?.known ?? []);
}

function otherState(name: ListingName, filter: string, requested: string): string | undefined {
  return knownStates(name, filter).find((value) => value !== requested);
}

/** The states that are not requested, or two others where fewer than two remain. */
function otherStates(name: ListingName, filter: string, requested: string): string {
  const states = knownStates(name, filter);
  const others = states.filter((value) => !splitWords(requested).includes(value));
  return (others.length > 1 ? others : states.slice(0, 2)).join(',');
}

/** The value to probe with, unlike the requested one; null where there is none. `random` yields 0 to 1. */
export function filterProbe(
  name: ListingName,
  filter: string,
  requested: string,
  random: () => number,
): FilterProbe | null {
  const impossible = (value: string): FilterProbe => ({ value, kind: 'impossible' });
  const extreme = (value: string): FilterProbe => ({ value, kind: 'extreme' });
  const other = (value: string | undefined): FilterProbe | null =>
    value === undefined ? null : { value, kind: 'other' };
  if (isSeveral(name, filter, requested))
    return { value: otherStates(name, filter, requested), kind: 'several' };
  switch (filterControl(name, filter)) {
    case 'id':
      return impossible(`0x${randomText(HEX, ID_DIGITS, random)}`);
    case 'digest':
      return impossible(randomText(BASE58, DIGEST_LENGTH, random));
    case 'text':
      return impossible(randomText(HEX, WORD_LENGTH, random));
    case 'integer':
      return extreme(LARGE_INTEGER);
    case 'duration':
    case 'amount':
    case 'count':
      return filter.startsWith('min_') ? extreme(BEYOND_ALL) : other('0');
    case 'time':
      return extreme(filter.endsWith('_after') ? FAR_FUTURE : FAR_PAST);
    case 'boolean':
      return other(requested === 'true' ? 'false' : 'true');
    // The relay refuses states and kinds that the contract does not have, so no value is impossible.
    case 'enum':
    case 'enums':
      return other(otherState(name, filter, requested));
    case 'kinds':
      return other(otherKind(requested));
    default:
      return null;
  }
}

/** A list, or the first rows of it. */
interface Rows {
  rows: readonly object[];
  /** Null where the index does not count. */
  total: number | null;
}

/** Whether the answer to a probe shows that the filter is applied; null when it shows nothing. `requested`: a value whose rows did not contradict it. */
export function isFilterApplied(
  name: ListingName,
  filter: string,
  { probe, requested }: { probe: FilterProbe; requested: string },
  rows: readonly object[],
): boolean | null {
  if (rows.length === 0) return probe.kind === 'several' ? null : true;
  if (probe.kind === 'impossible') return false;
  if (rows.some((row) => rowMatches(name, filter, probe.value, row) === false)) return false;
  // An index that ignores the filter would have returned this row for the requested value too.
  const isOther = (row: object) =>
    rowMatches(name, filter, probe.value, row) === true && rowMatches(name, filter, requested, row) === false;
  return rows.some(isOther) ? true : null;
}

/** The same from the whole list, read between two answers that showed nothing: a filter that is applied leaves rows out. */
export function isListNarrowed(
  name: ListingName,
  filter: string,
  probe: FilterProbe,
  { whole, probed }: { whole: Rows; probed: Rows },
): boolean | null {
  if (whole.total === null || probed.total === null) return null;
  if (probed.total < whole.total) return true;
  // Every row of the list would have to have such a value, in a field that none shows.
  const isHidden = probed.rows.every((row) => rowMatches(name, filter, probe.value, row) === undefined);
  return probe.kind === 'extreme' && isHidden && probed.rows.length > 0 ? false : null;
}
