// The request to the index for a path below /api/index. Invariant: its URL is built from validated values, never from the browser's text.
import { matchEndpoint, requestPath } from '@/lib/contract/endpoint-url';
import type { Access } from '@/lib/contract/endpoint-row';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { parseParams, parseQuery } from '@/lib/contract/request';

export interface Forwardable {
  name: EndpointName;
  /** Path and query in canonical form, so that equal reads are equal text. */
  path: string;
  access: Access;
}

/** Also inside a tool's name, and encoded once more: a proxy of the index may decode `..%2F..%2F` and leave the API with the key. */
const DOT_SEGMENT = /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\]|%2f|%5c|$)/i;

/** Throws NOT_FOUND, INVALID_REQUEST or INVALID_FILTER_VALUE. */
export function toForward(path: string, search: URLSearchParams): Forwardable {
  const match = matchEndpoint('GET', path);
  const row = match === undefined ? undefined : endpoint(match.name);
  if (
    match === undefined ||
    row === undefined ||
    (row.responseType !== 'record' && row.responseType !== 'listing')
  )
    throw new ContractError('NOT_FOUND', 'The API has no such path');
  const { name } = match;
  if (Object.values(match.params).some((value) => DOT_SEGMENT.test(value)))
    throw new ContractError('NOT_FOUND', 'No record has this ID');
  const params = Object.fromEntries(
    Object.entries(parseParams(name, match.params)).map(([key, value]) => [key, String(value)]),
  );
  parseQuery(name, search);
  const query: Record<string, string> = {};
  for (const key of Object.keys(row.query.shape)) {
    const value = search.get(key);
    if (value !== null) query[key] = value;
  }
  return { name, path: requestPath(name, params, query), access: row.access };
}
