// Values from the JSON that a node renders to the spelling of our payloads.
// Invariant: what is not exactly of its type is refused; nothing is guessed.
import { isJsonObject } from '@/lib/json/exact-number';
import { base58 } from '@/lib/index-service/sources/base58';
import { enums, structs, type Field, type Variants } from './kinds';

/** A value that is not what its type says. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
  constructor(
    readonly reason: string,
    /** The field, from the outside in. */
    readonly path: readonly string[] = [],
  ) {
    super(`${path.join('.')} ${reason}`.trim());
  }
}

const ID = /^0x[0-9a-f]{64}$/;
const DECIMAL = /^(?:0|[1-9]\d{0,19})$/;
const U64_MAX = (1n << 64n) - 1n;
/** With a length in fours. A group that repeats would overflow the stack on a long text. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const DIGEST_BYTES = 32;

type Decode = (value: unknown) => unknown;

const fail = (reason: string): never => {
  throw new Undecodable(reason);
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : fail('is no text');
}

function object(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : fail('is no object');
}

/** A number where it is exact, as JSON is parsed: text with a bigint is written many times slower. */
function u64(value: unknown): number | bigint {
  const digits = typeof value === 'number' ? String(value) : text(value);
  if (!DECIMAL.test(digits)) return fail('is no integer');
  if (Number.isSafeInteger(Number(digits))) return Number(digits);
  return BigInt(digits) <= U64_MAX ? BigInt(digits) : fail('is no 64-bit integer');
}

function id(value: unknown): string {
  return ID.test(text(value)) ? (value as string) : fail('is no id');
}

function bytes(value: unknown): Buffer {
  const encoded = text(value);
  return encoded.length % 4 === 0 && BASE64.test(encoded)
    ? Buffer.from(encoded, 'base64')
    : fail('is not base64');
}

function utf8(value: unknown): string {
  try {
    return UTF8.decode(bytes(value));
  } catch (error) {
    return error instanceof Undecodable ? fail(error.reason) : fail('is not UTF-8');
  }
}

const hex: Decode = (value) => `0x${bytes(value).toString('hex')}`;

/** Runs `decode` for the part called `name`. */
export function within<Result>(name: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new Undecodable(error.reason, [name, ...error.path]);
  }
}

const each = (value: unknown, decode: Decode): unknown[] =>
  Array.isArray(value)
    ? value.map((item, index) => within(String(index), () => decode(item)))
    : fail('is no list');

/** The variant's name and its other members. */
function variantOf(value: unknown): [variant: string, fields: Record<string, unknown>] {
  const { '@variant': variant, ...fields } = object(value);
  return [typeof variant === 'string' ? variant : fail('names no variant'), fields];
}

function enumOf({ variants, isOpen }: Variants, value: unknown): Record<string, unknown> {
  const [variant, fields] = variantOf(value);
  const known = variants.get(variant);
  if (known === undefined)
    return isOpen ? { ...fields, variant } : fail(`has the unknown variant ${variant}`);
  return { variant, ...decodeFields(known, fields) };
}

/** One value of a port. Bytes stay base64; what they hold is up to the tool. */
const portValue: Decode = (value) => {
  const [variant, fields] = variantOf(value);
  switch (variant) {
    case 'Object':
      return { kind: 'object', object_id: within('id', () => id(fields['id'])) };
    case 'InlineData':
      return { kind: 'data', bytes: within('bytes', () => bytes(fields['bytes']).toString('base64')) };
    case 'WalrusData':
      return {
        kind: 'blob',
        // Text on chain: base64 for URLs, of 32 bytes.
        blob_id: within('blob_id', () => utf8(fields['blob_id'])),
        content_digest: within('content_digest', () => bytes(fields['content_digest']).toString('base64')),
      };
    default:
      return fail(`has the unknown variant ${variant}`);
  }
};

const port: Decode = (value) => {
  const [variant, fields] = variantOf(value);
  if (variant === 'One') return { one: within('value', () => portValue(fields['value'])) };
  if (variant === 'Many') return { many: within('values', () => each(fields['values'], portValue)) };
  return fail(`has the unknown variant ${variant}`);
};

/** A map by the name of its port. */
const ports: Decode = (value) => {
  const entries = each(object(value)['contents'], (entry) => {
    const { key, value: data } = object(entry);
    const name = text(object(key)['name']);
    return [name, within(name, () => port(data))];
  });
  return Object.fromEntries(entries as [string, unknown][]);
};

const scalars: Record<string, Decode> = {
  id,
  ad: id,
  u: u64,
  u8: (value) => (Number.isSafeInteger(value) ? value : fail('is no integer')),
  b: (value) => (typeof value === 'boolean' ? value : fail('is neither true nor false')),
  s: text,
  t: text,
  y: hex,
  yt: utf8,
  /** The 32 bytes of a transaction's digest. */
  tx: (value) => (bytes(value).length === DIGEST_BYTES ? base58(bytes(value)) : hex(value)),
  n: (value) => ({ name: text(object(value)['name']) }),
  iv: (value) => u64(isJsonObject(value) ? value['inner'] : value),
  nd: port,
  ports,
};

export function decodeValue(code: string, value: unknown): unknown {
  if (code.endsWith('?')) return value === null ? null : decodeValue(code.slice(0, -1), value);
  if (code.startsWith('[')) return each(value, (item) => decodeValue(code.slice(1, -1), item));
  const decode = scalars[code];
  if (decode !== undefined) return decode(value);
  const variants = enums.get(code);
  if (variants !== undefined) return enumOf(variants, value);
  const fields = structs.get(code);
  if (fields === undefined) throw new Error(`no type is called ${code}`);
  return decodeFields(fields, object(value));
}

/** The fields of a struct or variant, all of them and no others. */
export function decodeFields(
  fields: readonly Field[],
  value: Record<string, unknown>,
): Record<string, unknown> {
  const known = new Set(fields.map(({ chainName }) => chainName));
  // What the chain gives a struct without fields.
  const other = Object.keys(value).find((name) => !known.has(name) && name !== 'dummy_field');
  if (other !== undefined) throw new Undecodable('is no field of its type', [other]);
  return Object.fromEntries(
    fields.map(({ name, code, chainName }) => [
      name,
      within(name, () =>
        Object.hasOwn(value, chainName) ? decodeValue(code, value[chainName]) : fail('is missing'),
      ),
    ]),
  );
}
