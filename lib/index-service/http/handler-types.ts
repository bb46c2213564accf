// The types of handlers. Most only read the store, by the validated request; rows about keys and streams need the request itself.
// Invariant: a read handler throws ContractError, and is independent of HTTP, keys and scopes.
import type { Answer, EndpointName, QueryOutput } from '@/lib/contract/endpoints';
import type { Caller } from '@/lib/index-service/keys/key-store';
import type { Database } from '@/lib/index-service/store/database';

export interface HandlerInput<Name extends EndpointName> {
  db: Database;
  /** Path parameters in normal form. */
  params: Record<string, string | bigint>;
  query: QueryOutput<Name>;
}

/** JSON text that is spliced into the response unchanged (an event's payload, a DAG's edges): nothing is parsed twice and integers stay exact. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A response may hold RawJson for a list, and wherever the contract says unknown. */
type Loose<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? Loose<Item>[] | RawJson
    : Value extends bigint | string | number | boolean | null | undefined
      ? Value
      : { [Key in keyof Value]: Loose<Value[Key]> };

export type Handler<Name extends EndpointName> = (input: HandlerInput<Name>) => Promise<Loose<Answer<Name>>>;
export type Handlers = { [Name in EndpointName]?: Handler<Name> };

/** A request as an endpoint receives it: route, key, scope and rate limit are checked, the query is not parsed yet. */
export interface Call {
  name: EndpointName;
  request: Request;
  /** Path values as they stand in the URL, decoded. */
  params: Record<string, string>;
  search: URLSearchParams;
  requestId: string;
  /** Address the connection came from; undefined when the host does not know it. */
  address: string | undefined;
}

export interface KeyedCall extends Call {
  caller: Caller;
}

/** Rows that need more than the store: the request, the key, or an answer that is not JSON. */
export type OpenRow = (call: Call) => Promise<Response>;
export type KeyedRow = (call: KeyedCall) => Promise<Response>;
