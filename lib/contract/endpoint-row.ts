// The type of an endpoint, and the helpers that write one row of the table. Defaults: GET, no parameters.
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

type Options = Partial<Omit<Endpoint, 'path' | 'access' | 'response' | 'answers'>>;

interface Defaults {
  method: 'GET';
  params: typeof none;
  query: typeof none;
  body?: undefined;
  errors: readonly number[];
  source: string;
}

/** Errors default to 400 with filters, 404 with a path parameter, and always 500. */
export function row<
  const Kind extends AnswerKind,
  Response extends z.ZodMiniType,
  Allowed extends Access,
  const Given extends Options = Record<never, never>,
>(answers: Kind, response: Response, path: string, access: Allowed, given?: Given) {
  const filtered = given?.query !== undefined && given.query !== paged;
  const errors = [...(filtered ? [400] : []), ...(path.includes('{') ? [404] : []), 500];
  const defaults = { method: 'GET', params: none, query: none, errors, source: '4' };
  return { ...defaults, ...given, answers, response, path, access } as unknown as Omit<
    Defaults,
    keyof Given
  > &
    Given & { answers: Kind; response: Response; path: string; access: Allowed };
}

/** A row whose response is one JSON value. */
export function record<
  Response extends z.ZodMiniType,
  Allowed extends Access,
  const Given extends Options = Record<never, never>,
>(response: Response, path: string, access: Allowed, given?: Given) {
  return row('record', response, path, access, given);
}

/** A row whose response is the listing envelope around `item`. */
export function list<
  Item extends z.ZodMiniType,
  Allowed extends Access,
  const Given extends Options = Record<never, never>,
>(item: Item, path: string, access: Allowed, given?: Given) {
  return row('listing', listing(item), path, access, { query: paged, ...given } as unknown as Omit<
    { query: typeof paged },
    keyof Given
  > &
    Given);
}
