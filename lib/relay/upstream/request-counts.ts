// Requests this console has sent with each key, by hour and route, to compare with the index's own counts. The event stream is not counted.
// Invariant: in memory since the process started, and bounded.
import { matchEndpoint } from '@/lib/contract/endpoint-url';
import { endpoint } from '@/lib/contract/endpoints';
import type { OwnRequests } from '@/lib/contract/session';
import { dropOldest } from '@/lib/limits/bounded-map';
import { hashOf } from '@/lib/relay/hash';

const HOUR_MS = 3_600_000;
const MAX_KEYS = 500;
/** A month, the longest period the key page shows. */
const MAX_HOURS = 31 * 24;

/** The value of a name, created when absent; the oldest is dropped when there are too many. */
function entry<Name, Value>(map: Map<Name, Value>, name: Name, max: number, create: () => Value): Value {
  const existing = map.get(name);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(name, created);
  dropOldest(map, max);
  return created;
}

export function createRequestCounts(now: () => number) {
  type Hours = Map<number, Map<string, number>>;
  const since = new Date(now()).toISOString();
  const keys = new Map<string, Hours>();
  const nameOf = (network: string, key: string) => hashOf(`${network}\n${key}`);

  return {
    note(network: string, key: string, { method, path }: { method: string; path: string }): void {
      const match = matchEndpoint(method, path);
      const route = match === undefined ? 'none' : endpoint(match.name).path;
      const hours = entry(keys, nameOf(network, key), MAX_KEYS, (): Hours => new Map());
      const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
      const routes = entry(hours, hour, MAX_HOURS, () => new Map<string, number>());
      routes.set(route, (routes.get(route) ?? 0) + 1);
    },
    of(network: string, key: string): OwnRequests {
      const rows = [...(keys.get(nameOf(network, key)) ?? [])].flatMap(([hour, routes]) =>
        [...routes].map(([route, requests]) => ({ hour: new Date(hour).toISOString(), route, requests })),
      );
      return { since, rows };
    },
  };
}
