// Enums and single-name structs in payloads, in any spelling (spec 10.2).
// Invariant: the output is {variant: 'PascalCase', …fields}, or {name}.
import * as z from 'zod/mini';
import { isJsonObject } from '@/lib/json/exact-number';
import { folded } from './record';

type Shape = Record<string, z.ZodMiniType>;

function normalise(variants: Record<string, Shape>, value: unknown): unknown {
  const known = (name: unknown) =>
    typeof name === 'string'
      ? Object.keys(variants).find((variant) => folded(variant) === folded(name))
      : undefined;
  const fieldsOf = (variant: string, body: unknown): unknown => {
    const names = Object.keys(variants[variant] ?? {});
    const only = names[0];
    if (only === undefined) return { variant };
    if (!isJsonObject(body)) return { variant, [only]: body };
    const { variant: _v, _variant_name: _n, '@variant': _a, ...fields } = body;
    // A variant of one field may carry it under another name (a tuple variant has none): take the only value there is.
    const values = Object.values(fields);
    if (names.length === 1 && !(only in fields) && values.length === 1) return { variant, [only]: values[0] };
    return { ...fields, variant };
  };
  const bare = known(value);
  if (bare !== undefined) return fieldsOf(bare, {});
  if (!isJsonObject(value)) return value;
  const inside = known(value['variant'] ?? value['@variant'] ?? value['_variant_name']);
  if (inside !== undefined) return fieldsOf(inside, value);
  const [key, body] = Object.entries(value)[0] ?? [];
  const outside = known(key);
  return outside !== undefined && Object.keys(value).length === 1 ? fieldsOf(outside, body) : value;
}

type Variant<Shapes extends Record<string, Shape>> = {
  [Name in keyof Shapes & string]: { variant: Name } & {
    [Field in keyof Shapes[Name]]: z.output<Shapes[Name][Field]>;
  };
}[keyof Shapes & string];

/** An enum: the variants by name, each with its fields ({} for a unit variant). */
export function tagged<const Shapes extends Record<string, Shape>>(variants: Shapes) {
  const options = () =>
    Object.entries(variants).map(([variant, fields]) => z.object({ variant: z.literal(variant), ...fields }));
  return z.pipe(
    z.transform((value) => normalise(variants, value)),
    z.lazy(() => z.union(options())),
  ) as unknown as z.ZodMiniType<Variant<Shapes>>;
}

/** An enum that later releases may extend: a variant without fields that is not listed keeps its name. */
export function openTagged(variants: readonly string[]) {
  const emptyVariants = Object.fromEntries(variants.map((variant) => [variant, {}]));
  return z.pipe(
    z.transform((value) => {
      const known = normalise(emptyVariants, value);
      if (!isJsonObject(known)) return typeof known === 'string' ? { variant: known } : known;
      return { variant: known['variant'] ?? known['@variant'] ?? known['_variant_name'] };
    }),
    z.object({ variant: z.string() }),
  ) as unknown as z.ZodMiniType<{ variant: string }>;
}

/** A struct with one name; a bare string is taken too. */
export const named = z.pipe(
  z.transform((value) => (typeof value === 'string' ? { name: value } : value)),
  z.object({ name: z.string() }),
) as unknown as z.ZodMiniType<{ name: string }>;

/** A variant name (`OffChain`) as the API spells it (`off_chain`). */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}
