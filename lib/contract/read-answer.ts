// What an index answers, in the terms of the contract: numbers sent as strings, ids in any case, and absent keys.
// Invariant: nothing is guessed. What the contract does not describe stays as it is, and a row names the fields that it leaves out.
import * as z from 'zod/mini';
import { isObjectId, normaliseId } from './ids';
import { isJsonObject } from '@/lib/json/exact-number';

/** Keys that start so are ours: no column of a database has such a name. */
const MARK = '\0';

/** The key under which a row names its absent fields. */
export const ABSENT_FIELDS = `${MARK}absent_fields`;

/** By field: absent from every row of the answer, or from this one. */
export type AbsentFields = Readonly<Record<string, 'every row' | 'row'>>;

/** The fields that the index left out of a row, which are null in it. */
export function absentFields(row: object): AbsentFields {
  return (row as { [ABSENT_FIELDS]?: AbsentFields })[ABSENT_FIELDS] ?? {};
}

type Convert = (value: unknown) => unknown;

/** A decimal as a number; anything that a number would round stays a string, and does not fit the contract. */
function asNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const asId: Convert = (value) =>
  typeof value === 'string' && isObjectId(value) ? normaliseId(value) : value;

/** What a schema is wrapped around; a preprocessing step is passed over. */
function inside(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniPipe) {
    const { in: input, out } = schema.def as unknown as { in: z.ZodMiniType; out: z.ZodMiniType };
    return inside(input.type === 'transform' ? out : input);
  }
  if (
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniDefault
  )
    return inside(schema.def.innerType as z.ZodMiniType);
  return schema;
}

/** Calls `make` once per schema, since every response needs the result. */
function oncePerSchema<Schema extends z.ZodMiniType, Result>(
  make: (schema: Schema) => Result,
): (schema: Schema) => Result {
  const results = new WeakMap<Schema, Result>();
  return (schema) => {
    const found = results.get(schema);
    if (found !== undefined) return found;
    const made = make(schema);
    results.set(schema, made);
    return made;
  };
}

/** The conversion that a schema asks for; null where it asks for none. */
const conversion = oncePerSchema((schema: z.ZodMiniType) => makeConversion(inside(schema)));

function makeConversion(schema: z.ZodMiniType): Convert | null {
  if (z.globalRegistry.get(schema)?.['hexId'] === true) return asId;
  if (schema.type === 'number') return asNumber;
  if (schema instanceof z.ZodMiniArray) {
    const element = conversion(schema.def.element as z.ZodMiniType);
    return element && ((value) => (Array.isArray(value) ? value.map(element) : value));
  }
  return schema instanceof z.ZodMiniObject ? objectConversion(schema) : null;
}

function shapeOf(schema: z.ZodMiniObject): [string, z.ZodMiniType][] {
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodMiniType>>);
}

/** The described fields whose value may be null: where one is absent, its value is unknown. */
const nullableFields = oncePerSchema((schema: z.ZodMiniObject) =>
  shapeOf(schema).flatMap(([name, field]) =>
    inside(field).type !== 'unknown' && field.safeParse(null).success ? [name] : [],
  ),
);

function objectConversion(schema: z.ZodMiniObject): Convert | null {
  const converted = shapeOf(schema).flatMap(([name, field]) => {
    const convert = conversion(field);
    return convert === null ? [] : [[name, convert] as const];
  });
  const nullable = nullableFields(schema);
  if (converted.length + nullable.length === 0) return null;
  return (value) => {
    if (!isJsonObject(value)) return value;
    const changed: Record<string, unknown> = {};
    for (const [name, convert] of converted)
      if (Object.hasOwn(value, name)) changed[name] = convert(value[name]);
    for (const name of nullable) if (!Object.hasOwn(value, name)) changed[name] = null;
    return { ...value, ...changed };
  };
}

/** Rows with the names of the fields that they leave out. */
function markAbsent(schema: z.ZodMiniObject, rows: readonly unknown[]): unknown[] {
  const nullable = nullableFields(schema);
  const isAbsent = (row: unknown, name: string) => isJsonObject(row) && !Object.hasOwn(row, name);
  const ofEveryRow = new Set(
    rows.length < 2 ? [] : nullable.filter((name) => rows.every((row) => isAbsent(row, name))),
  );
  return rows.map((row) => {
    const absent = nullable.filter((name) => isAbsent(row, name));
    if (absent.length === 0 || !isJsonObject(row)) return row;
    const fields = absent.map((name) => [name, ofEveryRow.has(name) ? 'every row' : 'row']);
    return { ...row, [ABSENT_FIELDS]: Object.fromEntries(fields) as AbsentFields };
  });
}

/** A listing without metadata, or with an empty token at the end. */
function withMetadata(metadata: unknown): unknown {
  if (metadata === undefined || metadata === null) return {};
  return isJsonObject(metadata) && metadata['next_token'] === ''
    ? { ...metadata, next_token: null }
    : metadata;
}

/** The body of an answer as the response's schema describes it, where the difference is only one of form. */
export function inContractTerms(response: z.ZodMiniType, body: unknown): unknown {
  const schema = inside(response);
  if (!(schema instanceof z.ZodMiniObject) || !isJsonObject(body)) return body;
  const { items, metadata } = schema.shape as Readonly<Record<string, z.ZodMiniType | undefined>>;
  const convert = conversion(schema) ?? ((value) => value);
  if (!(items instanceof z.ZodMiniArray) || metadata === undefined) {
    const [row] = markAbsent(schema, [body]);
    return convert(row);
  }
  const row = inside(items.def.element as z.ZodMiniType);
  const annotated =
    Array.isArray(body['items']) && row instanceof z.ZodMiniObject
      ? markAbsent(row, body['items'])
      : body['items'];
  return convert({ ...body, items: annotated, metadata: withMetadata(body['metadata']) });
}

/** The row as the index gave it: without our marks and the fields that it left out. */
export function asAnswered<Row extends object>(row: Row): Row {
  if (!Object.keys(row).some((name) => name.startsWith(MARK))) return row;
  const absent = absentFields(row);
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !name.startsWith(MARK) && !Object.hasOwn(absent, name)),
  ) as Row;
}
