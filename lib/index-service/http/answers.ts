// An endpoint's answer: a function of the validated request. Each resource exports its own, beside its projection.
// Invariant: an answer only reads, throws ContractError, and knows nothing of HTTP, keys or scopes.
import type { Answer, EndpointName, QueryOutput } from '@/lib/contract/endpoints';
import type { Database } from '@/lib/index-service/store/database';

export interface AnswerInput<Name extends EndpointName> {
  db: Database;
  /** Path parameters in normal form. */
  params: Record<string, string | bigint>;
  query: QueryOutput<Name>;
}

/** JSON text that is spliced into the answer as it is (an event's payload, a DAG's edges), so that nothing is parsed twice and integers stay exact. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** An answer may hold RawJson for a list, and wherever the contract says unknown. */
type Loose<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer One)[]
    ? Loose<One>[] | RawJson
    : Value extends bigint | string | number | boolean | null | undefined
      ? Value
      : { [Key in keyof Value]: Loose<Value[Key]> };

export type AnswerOf<Name extends EndpointName> = (input: AnswerInput<Name>) => Promise<Loose<Answer<Name>>>;
export type Answers = { [Name in EndpointName]?: AnswerOf<Name> };
