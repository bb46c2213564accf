// A request as an endpoint receives it: route, key, scope and rate limit are checked, the query is not parsed yet.
import type { EndpointName } from '@/lib/contract/endpoints';
import type { Caller } from '@/lib/index-service/keys/key-store';

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
