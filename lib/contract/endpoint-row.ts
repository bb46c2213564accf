// The type of an endpoint, and the helpers that write one row of the table. Defaults: GET, no query, no errors but 500.
import * as z from 'zod/mini';
import { objectId } from './ids';
import { lazily } from './lazily';
import { paging } from './query-params';
import { listing } from './record';
import type { Scope } from './scopes';

/** Who may call: holders of a scope, of any valid key, or everyone. */
export type Access = Scope | 'any-key' | 'open';
export type ResponseType = 'listing' | 'record' | 'stream' | 'empty';

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With a `{name}` for each parameter. */
  path: string;
  access: Access;
  params: z.ZodMiniObject;
  query: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  responseType: ResponseType;
  /** Error statuses besides those that follow from access, parameters and body. */
  errors: readonly number[];
}

export const nothing = z.unknown();

/** The names of a path's parameters. */
export type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** Path parameters that are no object ids. A malformed value is a resource that does not exist (404). */
const PATH_VALUES: Readonly<Record<string, z.ZodMiniType>> = {
  skill_id: z.pipe(
    z.string().check(z.regex(/^\d{1,19}$/)),
    z.transform((text) => BigInt(text)),
  ),
  // Any text without control characters; an unknown name is a 404.
  fqn: z.string().check(z.regex(/^[^\u0000-\u001f\u007f]{1,512}$/)),
};

function paramsOf(path: string): z.ZodMiniObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, PATH_VALUES[name] ?? objectId])));
}

const DEFAULTS = { method: 'GET', query: z.object({}), errors: [500] } as const;

/** The query of a listing without filters. */
export const paged = z.object(paging);

type Options = Partial<Pick<Endpoint, 'method' | 'query' | 'body' | 'errors'>>;

export function row<
  const Type extends ResponseType,
  Response extends z.ZodMiniType,
  const Path extends string,
  Allowed extends Access,
  const Fields extends Options = Record<never, never>,
>(responseType: Type, response: () => Response, path: Path, access: Allowed, fields?: Fields) {
  const [params, answer] = [lazily(() => paramsOf(path)), lazily(response)];
  const fixed = {
    responseType,
    path,
    access,
    get params() {
      return params();
    },
    get response() {
      return answer();
    },
  };
  return Object.assign(fixed, { ...DEFAULTS, ...fields }) as Omit<typeof DEFAULTS, keyof Fields> &
    Fields &
    typeof fixed;
}

/** A row whose response is one JSON value. */
export function record<
  Response extends z.ZodMiniType,
  const Path extends string,
  Allowed extends Access,
  const Fields extends Options = Record<never, never>,
>(response: Response, path: Path, access: Allowed, fields?: Fields) {
  return row('record', () => response, path, access, fields);
}

/** A row whose response is the listing envelope around `item`; `query` includes paging. */
export function list<
  Item extends z.ZodMiniType,
  const Path extends string,
  Allowed extends Access,
  Query extends Endpoint['query'],
>(item: Item, path: Path, access: Allowed, query: Query) {
  return row('listing', () => listing(item), path, access, { query });
}
