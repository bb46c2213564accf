// Why a field may be null. The reasons are in null-reasons, by the resource whose pages show them; a test finds nullable contract fields
// without one.
// Invariant: null, left out of this answer and not provided at all are three reasons, and a reason fits the state of its row.
import { absentFields } from '@/lib/contract/read-answer';

export type Row = Readonly<Record<string, unknown>>;
/** For the state of the row, where it matters. */
export type Reason = string | ((row: Row) => string);
/** Of a record, by field. */
export type Reasons = Readonly<Record<string, Reason>>;

export const CHAIN_TIME = 'its creation event, or the time of it, has not been indexed';
export const MISSING = 'missing from the event';
const NOT_OF_KIND = 'not applicable: no entry of this kind has one';
export const PERHAPS_NOT_OF_KIND = 'not recorded, or not part of entries of this kind';
export const NO_ITERATOR = 'not applicable: the vertex does not run in a loop';
export const NO_FEES = 'no fee event has been indexed, or the fee events contradict each other';
export const NO_DESCRIPTION = 'not applicable, or no snapshot of the skill has a description';
export const NO_AGENT = 'not applicable, or no event names an agent';
export const NOT_PROVIDED = 'not provided by this index';
/** Of the number of rows of a list. */
export const NOT_COUNTED = 'this index does not count these rows';
const LEFT_OUT = "left out of this index's response";
export const NOT_RECORDED = 'not recorded by this index';
/** Of a field that the specification does not promise. */
export const FIELD_NOT_PROVIDED = 'this index does not provide it';

/** `unknown`: for a state of a later release, or none. */
export const byState =
  (field: string, reasons: Readonly<Record<string, string>>, unknown: string): Reason =>
  (row) => {
    const state = row[field];
    return typeof state === 'string' && Object.hasOwn(reasons, state) ? (reasons[state] ?? unknown) : unknown;
  };

/** For a field that only the kinds `having` have, of those `known`: a later release may add others. */
export const ofKinds =
  (known: readonly string[], having: readonly string[], none = NOT_OF_KIND, field = 'kind') =>
  (row: Row): string => {
    const kind = row[field] as string;
    if (having.includes(kind)) return MISSING;
    return known.includes(kind) ? none : PERHAPS_NOT_OF_KIND;
  };

export type NullableField<Of extends Reasons> = keyof Of & string;

/** Why a field that the index left out is unknown; null where it was not left out. */
export function absentReason(row: object, field: string): string | null {
  const absent = absentFields(row)[field];
  if (absent === undefined) return null;
  return absent === 'every row' ? NOT_PROVIDED : LEFT_OUT;
}

/**
 * Why this field of this record is null, as the end of the sentence "unknown: …". `row`: the record as read, from which the reason follows where it
 * depends on the record's state or on what the index leaves out; null where there is none.
 */
export function nullReason<Of extends Reasons>(
  reasons: Of,
  field: NullableField<Of>,
  row: object | null,
): string {
  const absent = row === null ? null : absentReason(row, field);
  if (absent !== null) return absent;
  const reason = (reasons as Reasons)[field] ?? NOT_RECORDED;
  return typeof reason === 'string' ? reason : reason((row ?? {}) as Row);
}
