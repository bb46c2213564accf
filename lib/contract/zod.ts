// zod as the contract is written with it: the constructors of zod/mini that are needed, over the same core, with the same types.
// Why not zod/mini itself: the bundler keeps whatever a module names, and that one names every schema there is, 10 kB gzipped more on every page.
// Invariant: a schema made here behaves as the one of the same name there, and passes for it (`instanceof` goes by the name). What is missing is added like its neighbours.
import * as core from 'zod/v4/core';
import type * as mini from 'zod/mini';

export {
  _maxLength as maxLength,
  _gte as minimum,
  _lte as maximum,
  _minLength as minLength,
  _regex as regex,
  _toLowerCase as toLowerCase,
  _trim as trim,
  config,
  globalRegistry,
  meta,
  NEVER,
} from 'zod/v4/core';
export type { input, output, ZodMiniObject, ZodMiniType } from 'zod/mini';
export type Optional = mini.ZodMiniOptional;
export type Issue = core.$ZodIssue;
export type RawIssue = core.$ZodRawIssue;
export type Failed = core.$ZodError;

const Base: core.$constructor<core.$ZodType> = core.$ZodType;
type Schema = mini.ZodMiniType;
const methods = {
  parse(this: Schema, data: unknown) {
    return core.parse(this, data);
  },
  safeParse(this: Schema, data: unknown) {
    return core.safeParse(this, data);
  },
  check(this: Schema, ...checks: core.$ZodCheck[]) {
    const { def } = this;
    return core.clone(this, { ...def, checks: [...(def.checks ?? []), ...checks] }, { parent: true });
  },
};
const Type: core.$constructor<Schema> = core.$constructor<Schema>(
  'ZodMiniType',
  (inst, def) => {
    Base.init(inst, def);
    inst.def = def;
    inst.type = def.type;
  },
  methods as never,
);

/** A schema of the core that also has the methods of `Type`. */
function named(
  name: string,
  base: { init: (inst: never, def: never) => void },
  more?: (inst: never) => void,
) {
  return core.$constructor<mini.ZodMiniType>(`ZodMini${name}`, (inst, def) => {
    base.init(inst as never, def as never);
    Type.init(inst, def);
    more?.(inst as never);
  }) as unknown as new (def: object) => core.$ZodType;
}

/** A constructor of ours under the type of the one that it stands for. */
const as = <Theirs>(ours: (...given: never[]) => core.$ZodType) => ours as unknown as Theirs;
const said = (error: string | undefined) => (error === undefined ? {} : { error: () => error });

const Text = named('String', core.$ZodString);
const Email = named('Email', core.$ZodEmail);
const Datetime = named('ISODateTime', core.$ZodISODateTime);
const Numeric = named('Number', core.$ZodNumber);
const Whole = named('NumberFormat', core.$ZodNumberFormat);
const Flag = named('Boolean', core.$ZodBoolean);
const Big = named('BigInt', core.$ZodBigInt);
const Anything = named('Unknown', core.$ZodUnknown);
const List = named('Array', core.$ZodArray);
const Fields = named(
  'Object',
  core.$ZodObject,
  (inst: { shape: unknown; _zod: { def: { shape: unknown } } }) =>
    Object.defineProperty(inst, 'shape', { get: () => inst._zod.def.shape, enumerable: false }),
);
const Either = named('Union', core.$ZodUnion);
const Named = named('Record', core.$ZodRecord);
const Word = named('Enum', core.$ZodEnum);
const Exactly = named('Literal', core.$ZodLiteral);
const Changed = named('Transform', core.$ZodTransform);
const Perhaps = named('Optional', core.$ZodOptional);
const OrNull = named('Nullable', core.$ZodNullable);
const Otherwise = named('Default', core.$ZodDefault);
const Then = named('Pipe', core.$ZodPipe);
const Custom = named('Custom', core.$ZodCustom);

const format = (name: string) => ({ type: 'string', format: name, check: 'string_format', abort: false });

export const string = as<() => mini.ZodMiniString<string>>(() => new Text({ type: 'string' }));
export const email = as<(error?: string) => mini.ZodMiniEmail>(
  (error?: string) => new Email({ ...format('email'), ...said(error) }),
);
/** RFC 3339 with a zone. */
export const datetime = as<() => mini.ZodMiniISODateTime>(
  () => new Datetime({ ...format('datetime'), offset: true, local: false, precision: null }),
);
export const number = as<() => mini.ZodMiniNumber<number>>(() => new Numeric({ type: 'number', checks: [] }));
export const int = as<() => mini.ZodMiniNumberFormat>(
  () => new Whole({ type: 'number', check: 'number_format', abort: false, format: 'safeint' }),
);
export const boolean = as<() => mini.ZodMiniBoolean<boolean>>(() => new Flag({ type: 'boolean' }));
export const bigint = as<() => mini.ZodMiniBigInt<bigint>>(() => new Big({ type: 'bigint' }));
export const unknown = as<typeof mini.unknown>(() => new Anything({ type: 'unknown' }));
export const array = as<typeof mini.array>((element: object) => new List({ type: 'array', element }));
export const object = as<typeof mini.object>((shape: object) => new Fields({ type: 'object', shape }));
export const looseObject = as<typeof mini.looseObject>(
  (shape: object) => new Fields({ type: 'object', shape, catchall: unknown() }),
);
export const extend = as<typeof mini.extend>((of: { shape: object }, shape: object) =>
  object({ ...of.shape, ...shape }),
);
export const union = as<typeof mini.union>((options: object) => new Either({ type: 'union', options }));
export const record = as<typeof mini.record>(
  (keyType: object, valueType: object) => new Named({ type: 'record', keyType, valueType }),
);
const words = as<typeof mini.enum>(
  (values: readonly string[], error?: string) =>
    new Word({
      type: 'enum',
      entries: Object.fromEntries(values.map((value) => [value, value])),
      ...said(error),
    }),
);
export { words as enum };
export const literal = as<typeof mini.literal>(
  (value: unknown, error?: string) => new Exactly({ type: 'literal', values: [value], ...said(error) }),
);
export const transform = as<typeof mini.transform>(
  (change: object) => new Changed({ type: 'transform', transform: change }),
);
export const optional = as<typeof mini.optional>(
  (innerType: object) => new Perhaps({ type: 'optional', innerType }),
);
export const nullable = as<typeof mini.nullable>(
  (innerType: object) => new OrNull({ type: 'nullable', innerType }),
);
export const nullish = as<typeof mini.nullish>((innerType: core.$ZodType) => optional(nullable(innerType)));
export const _default = as<typeof mini._default>(
  (innerType: object, value: unknown) => new Otherwise({ type: 'default', innerType, defaultValue: value }),
);
export const pipe = as<typeof mini.pipe>(
  (from: object, to: object) => new Then({ type: 'pipe', in: from, out: to }),
);
export const refine = ((holds: (value: unknown) => boolean, error?: string) =>
  core._refine(Custom as never, holds, error)) as typeof mini.refine;
