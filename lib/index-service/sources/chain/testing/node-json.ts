// The inverse of values.ts: a payload as a node would render the event, for the double. Written from the documented renderings.
import { stringifyJson } from '@/lib/json/exact';
import { digestBytes } from '@/lib/index-service/sources/base58';
import { chainKinds, enums, structs, type Field } from '@/lib/index-service/sources/chain/kinds';
import { wrappersOf, type Deployment } from '@/lib/index-service/sources/chain/packages';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = Record<string, unknown>;

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const fromHex = (hex: string) => base64(Buffer.from(hex.slice(2), 'hex'));

/** Data that a tool wrote as JSON is bytes on chain. */
function portValue(value: Fields): Json {
  switch (value['kind']) {
    case 'object':
      return { '@variant': 'Object', id: value['object_id'] as string };
    case 'blob':
      return {
        '@variant': 'WalrusData',
        blob_id: base64(value['blob_id'] as string),
        content_digest: value['content_digest'] as string,
      };
    default: {
      const bytes = 'bytes' in value ? (value['bytes'] as string) : base64(stringifyJson(value['data']));
      return { '@variant': 'InlineData', bytes };
    }
  }
}

function port(data: Fields): Json {
  return 'many' in data
    ? { '@variant': 'Many', values: (data['many'] as Fields[]).map(portValue) }
    : { '@variant': 'One', value: portValue(data['one'] as Fields) };
}

const scalars: Record<string, (value: never) => Json> = {
  u: (value: number | bigint) => String(value),
  y: fromHex,
  yt: (value: string) => base64(value),
  tx: (value: string) => (value.startsWith('0x') ? fromHex(value) : base64(digestBytes(value))),
  iv: (value: number | bigint) => ({ inner: String(value) }),
  nd: port,
  ports: (value: Record<string, Fields>) => ({
    contents: Object.entries(value).map(([name, data]) => ({ key: { name }, value: port(data) })),
  }),
};

export function encodeValue(code: string, value: unknown): Json {
  if (code.endsWith('?')) return value === null ? null : encodeValue(code.slice(0, -1), value);
  if (code.startsWith('[')) return (value as unknown[]).map((item) => encodeValue(code.slice(1, -1), item));
  const encode = scalars[code];
  if (encode !== undefined) return encode(value as never);
  const enumType = enums.get(code);
  if (enumType !== undefined) {
    const { variant, ...fields } = value as Fields & { variant: string };
    return { '@variant': variant, ...encodeFields(enumType.variants.get(variant) ?? [], fields) };
  }
  const struct = structs.get(code);
  return struct === undefined ? (value as Json) : encodeFields(struct, value as Fields);
}

function encodeFields(fields: readonly Field[], value: Fields): Record<string, Json> {
  return Object.fromEntries(
    fields.map(({ name, code, chainName }) => [chainName, encodeValue(code, value[name])]),
  );
}

/** The type and rendering of an event of this kind, in its wrapper. */
export function nodeEvent(
  deployment: Deployment,
  kind: string,
  payload: Fields,
): { type: string; json: Json } {
  const row = chainKinds.get(kind);
  if (row === undefined) throw new Error(`no kind ${kind}`);
  const { distribution, ...fields } = payload;
  const wrappers = wrappersOf(deployment);
  const address = deployment.packages[row.role as keyof typeof deployment.packages];
  const of = `<${address}::${row.module}::${kind}>`;
  const event = encodeFields(row.fields, fields);
  if (distribution === undefined) return { type: wrappers.plain + of, json: { event } };
  const wrapper = encodeFields(structs.get('distribution') ?? [], distribution as Fields);
  return { type: wrappers.distributed + of, json: { event, ...wrapper } };
}
