// What is wrong with a value, in words, where its schema gives none of its own: zod/mini brings no words, so that a page does not load what it never says.
// Invariant: the value itself is never repeated, since it may be anything, a key too.
import * as z from './zod';

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What any form of a union would have to be; null where one of them has that and is wrong inside. */
function formsOf(errors: readonly (readonly z.Issue[])[]): string | null {
  const wanted = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null,
  );
  return wanted.includes(null) ? null : [...new Set(wanted)].join(' or ');
}

/** Words for one fault; undefined for what is told better by zod's own words, where they are loaded. */
export function faultWords(issue: z.RawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected}, is ${kindOf(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_union': {
      const forms = formsOf(issue.errors);
      return forms === null ? 'has none of its forms' : `must be ${forms}, is ${kindOf(issue.input)}`;
    }
    case 'invalid_format':
      return issue.pattern === undefined ? `must be ${issue.format}` : `must match ${issue.pattern}`;
    default:
      return undefined;
  }
}

z.config({ customError: faultWords });
