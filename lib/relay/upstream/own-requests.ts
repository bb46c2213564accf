// What this console has asked of each index with each key, by hour and route: to be laid beside the index's own counts, which also hold what others asked with
// the same key. Invariant: memory of this process only, since its start, of a bounded size; a key is held as a hash. The event stream is not in it.
import { createHash } from 'node:crypto';
import { matchEndpoint } from '@/lib/contract/endpoint-url';
import { endpoint } from '@/lib/contract/endpoints';
import type { OwnRequests } from '@/lib/contract/session';
import { dropOldest } from '@/lib/relay/bounded-map';

const HOUR_MS = 3_600_000;
const MOST_KEYS = 500;
/** A month, as the longest window of the page. */
const MOST_HOURS = 31 * 24;

export interface OwnRequestCounts {
  note(network: string, key: string, asked: { method: string; path: string }): void;
  of(network: string, key: string): OwnRequests;
}

export function createOwnRequests(now: () => number): OwnRequestCounts {
  const since = new Date(now()).toISOString();
  const keys = new Map<string, Map<number, Map<string, number>>>();
  const nameOf = (network: string, key: string) =>
    createHash('sha256').update(`${network}\n${key}`).digest('base64url');

  /** The value of a name, made when absent; the oldest goes when there are too many. */
  function entry<Key, Value>(map: Map<Key, Value>, name: Key, most: number, make: () => Value): Value {
    const known = map.get(name);
    if (known !== undefined) return known;
    const made = make();
    map.set(name, made);
    dropOldest(map, most);
    return made;
  }

  return {
    note(network, key, { method, path }) {
      const match = matchEndpoint(method, path);
      const route = match === undefined ? 'none' : endpoint(match.name).path;
      const hours = entry(
        keys,
        nameOf(network, key),
        MOST_KEYS,
        () => new Map<number, Map<string, number>>(),
      );
      const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
      const routes = entry(hours, hour, MOST_HOURS, () => new Map<string, number>());
      routes.set(route, (routes.get(route) ?? 0) + 1);
    },
    of(network, key) {
      const hours = keys.get(nameOf(network, key)) ?? new Map<number, Map<string, number>>();
      const rows = [...hours].flatMap(([hour, routes]) =>
        [...routes].map(([route, requests]) => ({ hour: new Date(hour).toISOString(), route, requests })),
      );
      return { since, rows };
    },
  };
}
