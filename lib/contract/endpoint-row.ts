// The type of an endpoint, and two helpers to write one. Defaults: GET, no parameters, errors [500].
import * as z from 'zod/mini';
import { objectId } from './ids';
import { paging } from './query-params';
import { listing } from './record';
import type { Scope } from './scopes';

/** Who may call: holders of a scope, of any valid key, or everyone. */
export type Access = Scope | 'any-key' | 'open';
export type AnswerKind = 'listing' | 'record' | 'stream' | 'text' | 'empty';

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  access: Access;
  params: z.ZodMiniObject;
  query: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  answers: AnswerKind;
  /** The statuses besides success that the specification gives this endpoint. */
  errors: readonly number[];
  /** Where the row comes from: a section of docs/read-api.md. */
  source: string;
}

const none = z.object({});
const paged = z.object(paging);
export const nothing = z.unknown();

/** A malformed value in a path is a resource that does not exist (404). */
export const skillNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,19}$/)),
  z.transform((text) => BigInt(text)),
);
export const leaderPath = z.object({ leader_cap_id: objectId });
export const agentPath = z.object({ agent_object_id: objectId });
export const taskPath = z.object({ task_object_id: objectId });
export const executionPath = z.object({ execution_object_id: objectId });
/** Any text without control characters; an unknown name is a 404. */
export const toolPath = z.object({ fqn: z.string().check(z.regex(/^[^\u0000-\u001f\u007f]{1,512}$/)) });
export const dagPath = z.object({ dag_object_id: objectId });

export function row<
  const Row extends Partial<Endpoint> & Pick<Endpoint, 'path' | 'access' | 'response' | 'answers'>,
>(given: Row) {
  return { method: 'GET', params: none, query: none, errors: [500], source: '4', ...given } as unknown as {
    [Key in keyof Endpoint]: Key extends keyof Row
      ? Row[Key]
      : Key extends 'params' | 'query'
        ? typeof none
        : Endpoint[Key];
  };
}

/** A listing row: the answer is the envelope around `item`. */
export function list<
  const Row extends Partial<Endpoint> & Pick<Endpoint, 'path' | 'access'>,
  Item extends z.ZodMiniType,
>(item: Item, given: Row) {
  return row({ query: paged, ...given, response: listing(item), answers: 'listing' });
}
