// The type of a read handler: a function of the validated request. Each resource exports its own, beside its projection.
// Invariant: a handler only reads, throws ContractError, and is independent of HTTP, keys and scopes.
import type { Answer, EndpointName, QueryOutput } from '@/lib/contract/endpoints';
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
  : Value extends readonly (infer One)[]
    ? Loose<One>[] | RawJson
    : Value extends bigint | string | number | boolean | null | undefined
      ? Value
      : { [Key in keyof Value]: Loose<Value[Key]> };

export type Handler<Name extends EndpointName> = (input: HandlerInput<Name>) => Promise<Loose<Answer<Name>>>;
export type Handlers = { [Name in EndpointName]?: Handler<Name> };
