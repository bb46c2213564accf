// Default messages for validation errors: zod/mini has none, and its locale files would weigh on every page.
// Invariant: the value itself is never repeated, because it may be a key.
import * as z from 'zod/mini';

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The types a union accepts; null if one of them matches and is invalid inside. */
function expectedTypes(errors: readonly (readonly z.core.$ZodIssue[])[]): string | null {
  const types = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null,
  );
  return types.includes(null) ? null : [...new Set(types)].join(' or ');
}

/** The message for one issue; undefined leaves it to zod's own message, if one is loaded. */
function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
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
      const types = expectedTypes(issue.errors);
      return types === null ? 'matches none of its variants' : `must be ${types}, is ${kindOf(issue.input)}`;
    }
    case 'invalid_format':
      return issue.pattern === undefined ? `must be ${issue.format}` : `must match ${issue.pattern}`;
    default:
      return undefined;
  }
}

z.config({ customError: issueMessage });
