// The `kinds` filter of stream and history (spec 6.1, 6.2).
// Invariant: one unknown name fails the whole list; an empty list filters nothing.
import * as z from 'zod/mini';
import { fullKindName, isEventKind, type EventKind } from './event-kinds/catalogue';

/** The names of a list as typed, blanks dropped. */
export function splitKinds(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Canonical form of a set of kinds: full names, sorted, no doubles. Unknown names are returned apart. */
export function canonicalKinds(text: string): { kinds: EventKind[]; unknown: string[] } {
  const kinds = new Set<EventKind>();
  const unknown: string[] = [];
  for (const name of splitKinds(text)) {
    const full = fullKindName(name);
    if (isEventKind(full)) kinds.add(full);
    else unknown.push(name);
  }
  return { kinds: [...kinds].sort(), unknown };
}

/** Longer than every current name written out twice: a longer list is an attack or a mistake. */
export const MAX_KINDS_LENGTH = 12_000;

export const kindsParam = z
  .pipe(
    z.string().check(z.maxLength(MAX_KINDS_LENGTH, 'is too long')),
    z.transform((text, context) => {
      const { kinds, unknown } = canonicalKinds(text);
      const first = unknown[0];
      if (first !== undefined) {
        const message = `unknown event kind ${JSON.stringify(first.slice(0, 80))}`;
        context.issues.push({ code: 'custom', message, input: text });
        return z.NEVER;
      }
      return kinds;
    }),
  )
  .check(z.meta({ control: 'kinds' }));
