// The raw answer to a request that a page made, status and text, for the API requests dialog.
import { requestPath } from '@/lib/contract/endpoint-url';
import {
  isEndpointName,
  type EndpointName,
  type ParamsInput,
  type QueryInput,
} from '@/lib/contract/endpoints';
import { connectionHeader } from './connection-in-use';

export interface RawAnswer {
  status: number;
  text: string;
}

/** A request that a page made. */
export interface MadeRequest {
  name: EndpointName;
  /** Path and query at the index. */
  path: string;
}

/** Query keys that read the list of events. */
const EVENT_KEYS: ReadonlySet<unknown> = new Set(['events.history', 'events.times', 'events.about']);
/** What query keys of other kinds put before endpoint, parameters and query. */
const PREFIXES: ReadonlySet<unknown> = new Set(['snapshot', 'loaded', 'slow']);

function isStrings(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** The request behind a query key, for keys that read several pages the first one; null for keys without a request. */
export function requestOf(key: readonly unknown[]): MadeRequest | null {
  const [first, ...rest] = PREFIXES.has(key[0]) ? key.slice(1) : key;
  const name = EVENT_KEYS.has(first) ? 'events.list' : first;
  const [params, query = {}] = rest;
  if (!isEndpointName(name) || !isStrings(params) || !isStrings(query)) return null;
  try {
    const path = requestPath(name, params as ParamsInput<EndpointName>, query as QueryInput<EndpointName>);
    return { name, path };
  } catch {
    return null;
  }
}

/** The request as a shell command; the index's address and the key are variables. */
export function curlOf({ path }: MadeRequest): string {
  return `curl -sS -H "x-api-key: $INDEX_API_KEY" "$INDEX_URL"'${path.replaceAll("'", "'\\''")}'`;
}

export async function rawAnswer(request: typeof fetch, { path }: MadeRequest): Promise<RawAnswer> {
  const response = await request(`/api/index${path}`, { cache: 'no-store', headers: connectionHeader() });
  return { status: response.status, text: await response.text() };
}
