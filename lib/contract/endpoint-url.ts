// Builds URLs from endpoints and matches paths against them (spec 4).
// Invariant: a URL built here matches its own endpoint with the same parameters; no value can change the path.
import type { Endpoint } from './endpoint-row';
import { endpointNames, endpoints, type EndpointName, type ParamsInput, type QueryInput } from './endpoints';
import { pathSegment } from './ids';

const PLACEHOLDER = /\{(\w+)\}/g;

/** Path and query of a request, e.g. `/leaders?status=active`. Absent parameters are omitted; the order is the schema's, so equal requests are equal text. */
export function requestPath<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
): string {
  const row: Endpoint = endpoints[name];
  const path = row.path.replaceAll(PLACEHOLDER, (_, key: string) => {
    const value = (params as Record<string, string | undefined>)[key];
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new Error(`${name}: path parameter ${key} is missing`);
    return pathSegment(value);
  });
  const search = new URLSearchParams();
  for (const key of Object.keys(row.query.shape)) {
    const value = (query as Record<string, string | undefined>)[key];
    if (value !== undefined) search.set(key, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

export interface EndpointMatch {
  name: EndpointName;
  /** Decoded, not yet checked by the row's schema. */
  params: Record<string, string>;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function matchOne(template: string, segments: readonly string[]): Record<string, string> | undefined {
  const expected = template.split('/').slice(1);
  if (expected.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = decoded(segments[index] ?? '');
    if (segment === undefined) return undefined;
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      params[part.slice(1, -1)] = segment;
    } else if (part !== segment) return undefined;
  }
  return params;
}

/** The row a method and an encoded path belong to; literal segments win over placeholders. Undefined when there is none. */
export function matchEndpoint(method: string, path: string): EndpointMatch | undefined {
  const segments = path.split('/').slice(1);
  let found: EndpointMatch | undefined;
  for (const name of endpointNames) {
    const row: Endpoint = endpoints[name];
    if (row.method !== method) continue;
    const params = matchOne(row.path, segments);
    if (params === undefined) continue;
    if (!row.path.includes('{')) return { name, params };
    found ??= { name, params };
  }
  return found;
}

/** The methods that some row gives to this path: empty when the path is unknown. */
export function methodsOf(path: string): string[] {
  return ['GET', 'POST', 'DELETE'].filter((method) => matchEndpoint(method, path) !== undefined);
}
