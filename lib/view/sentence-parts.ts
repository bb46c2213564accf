// The parts of an event sentence: text, and values shown by their own component (ids, amounts, vertices).
import { isolated, isPlainText } from '@/lib/text/foreign-text';
import type { RuntimeVertex } from '@/lib/contract/event-kinds/payload-fields';
import { groupDigits, type Unit, formatAmount } from './amount';
import type { IdFamily } from './paths';
import { shortId } from './ids';
import { timestampOf } from './time';

export type Part =
  | { text: string }
  /** Foreign text that must be isolated from the text around it (lib/text/foreign-text.ts). */
  | { foreign: string }
  | { id: string; as: IdFamily }
  | { fqn: string }
  | { amount: bigint; unit: Unit }
  | { vertex: string; iteration: bigint | null; out_of: bigint | null }
  /** Milliseconds since 1970, as in the payload. */
  | { at_ms: bigint };

/** A sentence as a template: strings and counts become words, parts stay parts. */
export function say(
  words: TemplateStringsArray,
  ...things: readonly (Part | string | bigint | readonly Part[])[]
): Part[] {
  const parts: Part[] = [];
  const text = (more: string) => {
    const last = parts.at(-1);
    if (more === '') return;
    if (last !== undefined && 'text' in last) last.text += more;
    else parts.push({ text: more });
  };
  const put = (part: Part) => {
    if ('text' in part) text(part.text);
    else parts.push(part);
  };
  words.forEach((word, index) => {
    text(word);
    const thing = things[index];
    if (thing === undefined) return;
    if (typeof thing === 'string') put(isPlainText(thing) ? { text: thing } : { foreign: thing });
    else if (typeof thing === 'bigint') text(groupDigits(thing));
    else if (Array.isArray(thing)) (thing as readonly Part[]).forEach(put);
    else put(thing as Part);
  });
  return parts;
}

export const id =
  (as: IdFamily) =>
  (value: string): Part => ({ id: value, as });
export const dag = id('dag');
export const execution = id('execution');
export const agent = id('agent');
export const task = id('task');
export const leader = id('leader');
export const payment = id('payment');
export const address = id('address');
export const object = id('object');

export const fqn = (name: string): Part => ({ fqn: name });
export const sui = (amount: bigint): Part => ({ amount, unit: 'sui' });
export const us = (amount: bigint): Part => ({ amount, unit: 'us' });
/** An amount whose unit the specification does not state. */
export const amount = (value: bigint): Part => ({ amount: value, unit: 'none' });
export const time = (at_ms: bigint): Part => ({ at_ms });
export const vertex = (name: string): Part => ({ vertex: name, iteration: null, out_of: null });

/** The vertex of a walk, with its iteration where it has one. */
export function at(runtime: RuntimeVertex): Part {
  return runtime.variant === 'Plain'
    ? vertex(runtime.vertex.name)
    : { vertex: runtime.vertex.name, iteration: runtime.iteration, out_of: runtime.out_of };
}

/** A length of time in words, in the largest unit that divides it. */
export function duration(ms: bigint): string {
  const units: readonly (readonly [bigint, string])[] = [
    [86_400_000n, 'day'],
    [3_600_000n, 'hour'],
    [60_000n, 'minute'],
    [1_000n, 'second'],
  ];
  const [size, name] = units.find(([unit]) => ms >= unit && ms % unit === 0n) ?? [1n, 'millisecond'];
  const count = ms / size;
  return `${count} ${name}${count === 1n ? '' : 's'}`;
}

/** Words for an enum variant: `TerminalToolFailure` becomes `terminal tool failure`. */
export function inWords(variant: string): string {
  return variant
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(' ')
    .map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
}

/** Ids by `nameOf`, where it knows their name. */
export function plainText(
  parts: readonly Part[],
  nameOf: (id: string) => string | undefined = () => undefined,
): string {
  return parts.map((part) => textOf(part, nameOf)).join('');
}

function textOf(part: Part, nameOf: (id: string) => string | undefined): string {
  if ('text' in part) return part.text;
  if ('id' in part) {
    const isNamed = part.as === 'agent' || part.as === 'dag';
    const name = isNamed ? nameOf(part.id) : undefined;
    return name === undefined ? shortId(part.id) : isolated(name);
  }
  if ('foreign' in part) return isolated(part.foreign);
  if ('fqn' in part) return isolated(part.fqn);
  if ('vertex' in part) {
    const name = isolated(part.vertex);
    return part.iteration === null ? name : `${name} [${part.iteration}]`;
  }
  if ('at_ms' in part) return timestampOf(part.at_ms);
  const { number, unit } = formatAmount(part.amount, part.unit);
  return part.unit === 'none' ? number : `${number} ${unit}`;
}
