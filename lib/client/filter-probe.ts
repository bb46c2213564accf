// Finds out whether an index applies a filter, by asking for a value that returned rows can't have. Pure.
import type * as z from 'zod/mini';
import { eventKinds, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { endpoint, type ListingName } from '@/lib/contract/endpoints';
import { canonicalKinds } from '@/lib/contract/events';
import { paramMeta, splitWords } from '@/lib/contract/query-params';
import { filterControl, isSeveral, rowMatches } from './ignored-filters';

export interface FilterProbe {
  value: string;
  /** No row can have the value; otherwise it only differs from the requested one. */
  isImpossible: boolean;
  /** Several values: an index that takes one may answer no rows. */
  isSeveral: boolean;
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

/** The states that are not requested, or all where fewer than two remain. */
function otherStates(name: ListingName, filter: string, requested: string): string {
  const known = knownStates(name, filter);
  const others = known.filter((value) => !splitWords(requested).includes(value));
  return (others.length > 1 ? others : known).join(',');
}

/** The value to probe with, unlike the requested one; null where there is none. `random` yields 0 to 1. */
export function filterProbe(
  name: ListingName,
  filter: string,
  requested: string,
  random: () => number,
): FilterProbe | null {
  const impossible = (value: string): FilterProbe => ({ value, isImpossible: true, isSeveral: false });
  const other = (value: string | undefined): FilterProbe | null =>
    value === undefined ? null : { value, isImpossible: false, isSeveral: false };
  if (isSeveral(name, filter, requested))
    return { value: otherStates(name, filter, requested), isImpossible: false, isSeveral: true };
  switch (filterControl(name, filter)) {
    case 'id':
      return impossible(`0x${randomText(HEX, ID_DIGITS, random)}`);
    case 'digest':
      return impossible(randomText(BASE58, DIGEST_LENGTH, random));
    case 'text':
      return impossible(randomText(HEX, WORD_LENGTH, random));
    case 'integer':
      return impossible(LARGE_INTEGER);
    case 'duration':
    case 'amount':
    case 'count':
      return filter.startsWith('min_') ? impossible(BEYOND_ALL) : other('0');
    case 'time':
      return impossible(filter.endsWith('_after') ? FAR_FUTURE : FAR_PAST);
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

/** Whether the answer to a probe shows that the filter is applied; null when it shows nothing. */
export function isFilterApplied(
  name: ListingName,
  filter: string,
  probe: FilterProbe,
  rows: readonly object[],
): boolean | null {
  if (rows.length === 0) return probe.isSeveral ? null : true;
  if (probe.isImpossible) return false;
  const results = rows.map((row) => rowMatches(name, filter, probe.value, row));
  if (results.includes(false)) return false;
  return results.includes(true) ? true : null;
}
