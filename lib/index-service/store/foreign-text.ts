// Text from the chain has any length and any characters: what an index of a table holds of it, and what a column can.
import { STORE } from '@/lib/index-service/limits';

/** SQL of the beginning of a text, as much as an index holds. */
export function beginning(text: string): string {
  return `left(${text}, ${STORE.indexedCharacters})`;
}

/** The same without an index, several times faster: a cast does not count the characters of a text with fewer bytes. */
export function shortened(text: string): string {
  return `(${text})::varchar(${STORE.indexedCharacters})::text`;
}

/** SQL: two texts are equal; found by an index on the beginning of the first. */
export function equalTexts(indexed: string, other: string): string {
  return `(${beginning(indexed)} = ${beginning(other)} and ${indexed} = ${other})`;
}

const UNSTORABLE = /[\u0000\ud800-\udfff]/;

/** A text as PostgreSQL can hold it: NUL and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return UNSTORABLE.test(text) ? text.replaceAll('\u0000', '\ufffd').toWellFormed() : text;
}
