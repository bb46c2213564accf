// An answer of the index as it comes through the relay: status and text, parsed by nobody. For a reader who wants to see what a view is made of.
import { requestPath } from '@/lib/contract/endpoint-url';
import type { EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { endpointNames } from '@/lib/contract/endpoints';
import { CONNECTION } from '@/lib/contract/session';
import { connectionInUse } from './connection-in-use';

export interface RawAnswer {
  status: number;
  text: string;
}

/** A request that a view made: which row of the table, and with what. */
export interface MadeRequest {
  name: EndpointName;
  /** Path and query at the index. */
  path: string;
}

/** Queries over the listing of events under keys of their own. */
const EVENT_KEYS: ReadonlySet<unknown> = new Set(['events.history', 'events.times', 'events.about']);
const NAMES: ReadonlySet<string> = new Set(endpointNames);

function isStrings(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}

/** The request behind a query key; null for keys that are none. Keys of a whole listing, of a history or of a found row name their first request. */
export function requestOf(key: readonly unknown[]): MadeRequest | null {
  const [first, ...rest] = key[0] === 'whole' || key[0] === 'slow' ? key.slice(1) : key;
  const name = EVENT_KEYS.has(first) ? 'events.list' : first;
  const [params, query = {}] = rest;
  if (typeof name !== 'string' || !NAMES.has(name) || !isStrings(params) || !isStrings(query)) return null;
  try {
    const path = requestPath(
      name as EndpointName,
      params as ParamsInput<EndpointName>,
      query as QueryInput<EndpointName>,
    );
    return { name: name as EndpointName, path };
  } catch {
    return null;
  }
}

/** The same request for a shell; where the index is and the key are left to its reader. */
export function curlOf({ path }: MadeRequest): string {
  return `curl -sS -H "x-api-key: $INDEX_API_KEY" "$INDEX_URL"'${path.replaceAll("'", "'\\''")}'`;
}

export async function rawAnswer(request: typeof fetch, { path }: MadeRequest): Promise<RawAnswer> {
  const connection = connectionInUse();
  const headers = new Headers(connection === undefined ? undefined : { [CONNECTION]: connection.id });
  const response = await request(`/api/index${path}`, { cache: 'no-store', headers });
  return { status: response.status, text: await response.text() };
}
