// Validates a request against its endpoint, in the relay and in the index (spec 4.2, 7).
// Invariant: a malformed path value is 404, a filter value 400, unknown kinds 400 with INVALID_FILTER_VALUE.
import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint-row';
import { endpoints, type EndpointName, type QueryOutput } from './endpoints';
import { ContractError, firstIssue } from './errors';
import { isRowOffset, paramMeta, splitWords } from './query-params';

/** Path values in normal form. Throws NOT_FOUND naming the parameter. */
export function parseParams(name: EndpointName, params: Record<string, string>): Record<string, unknown> {
  const result = (endpoints[name] as Endpoint).params.safeParse(params);
  if (!result.success) throw new ContractError('NOT_FOUND', `not found: ${firstIssue(result.error)}`);
  return result.data;
}

/**
 * The query as typed values, defaults filled in. Throws INVALID_REQUEST (INVALID_FILTER_VALUE for kinds) naming the parameter.
 * `closed`: as our own index: also refuse values our release does not know in enums the specification leaves open, and page tokens of other indexes.
 */
export function parseQuery<Name extends EndpointName>(
  name: Name,
  search: URLSearchParams,
  options: { closed?: boolean } = {},
): QueryOutput<Name> {
  const row: Endpoint = endpoints[name];
  const params: Record<string, string> = {};
  for (const key of Object.keys(row.query.shape)) {
    const [value, ...others] = new Set(search.getAll(key));
    if (others.length > 0) throw new ContractError('INVALID_REQUEST', `${key}: must not be repeated`);
    if (value !== undefined) params[key] = value;
  }
  const result = row.query.safeParse(params);
  if (!result.success) {
    const code = result.error.issues[0]?.path[0] === 'kinds' ? 'INVALID_FILTER_VALUE' : 'INVALID_REQUEST';
    throw new ContractError(code, firstIssue(result.error));
  }
  if (options.closed === true) refuseUnknown(row, params);
  return result.data as QueryOutput<Name>;
}

function refuseUnknown(row: Endpoint, params: Record<string, string>): void {
  const { page_token } = params;
  if (page_token !== undefined && !isRowOffset(page_token))
    throw new ContractError('INVALID_REQUEST', 'page_token: must be a token from an earlier response');
  for (const [key, value] of Object.entries(params)) {
    const meta = paramMeta(row.query.shape[key] as z.ZodMiniType);
    if (meta?.open === true && !splitWords(value).every((word) => meta.known?.includes(word)))
      throw new ContractError('INVALID_REQUEST', `${key}: must be one of ${meta.known?.join(', ')}`);
  }
}
