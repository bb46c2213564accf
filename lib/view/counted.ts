// Pluralised counts: the one home of "1 event" and "2 events".
import { groupDigits } from './amount';

/** `1 event`, `1,204 events`. `many` where it is not the word and an s: `vertices`. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count.toString() === '1' ? one : many}`;
}
