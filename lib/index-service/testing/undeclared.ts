// Strict checks for tests and the conformance suite: undeclared keys and undocumented enum values.
import * as z from 'zod/mini';

function walk(schema: z.ZodMiniType, value: unknown, path: string, problems: string[]): void {
  if (
    schema instanceof z.ZodMiniObject &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  ) {
    const shape = schema.shape as Record<string, z.ZodMiniType>;
    const free = Object.keys(shape).length === 0;
    for (const [key, inner] of Object.entries(value)) {
      const declared = shape[key];
      if (declared !== undefined) walk(declared, inner, `${path}.${key}`, problems);
      else if (!free) problems.push(`${path}.${key} is not declared`);
    }
  } else if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    for (const [index, inner] of value.entries())
      walk(schema.def.element as z.ZodMiniType, inner, `${path}[${index}]`, problems);
  } else if (
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniDefault
  ) {
    if (value !== null && value !== undefined)
      walk(schema.def.innerType as z.ZodMiniType, value, path, problems);
  } else if (schema instanceof z.ZodMiniPipe) {
    walk(schema.def.in as z.ZodMiniType, value, path, problems);
  } else if (typeof value === 'string') {
    const allowed = z.globalRegistry.get(schema)?.['known'] as readonly string[] | undefined;
    if (allowed?.includes(value) === false)
      problems.push(`${path} is ${JSON.stringify(value)}, not one of ${allowed.join(', ')}`);
  }
}

/** Everything in `value` that the schema does not declare; empty when the value is exactly of the contract. */
export function undeclared(schema: z.ZodMiniType, value: unknown): string[] {
  const problems: string[] = [];
  walk(schema, value, '$', problems);
  return problems;
}
