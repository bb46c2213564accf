// Keeps the structures of finalized DAGs for a minute (docs/decisions/013): the only responses that cannot change.
// Invariant: bounded in entries, bytes and age, and nothing is kept for a key that the index has refused.
import type { EndpointName } from '@/lib/contract/endpoints';
import { bodyOf, type UpstreamAnswer } from './upstream';

export interface CacheLimits {
  entries: number;
  bytes: number;
  /** Also how long a revoked key can still read what it has read before. */
  ageMs: number;
}

export const CACHE_LIMITS: CacheLimits = { entries: 256, bytes: 16 * 1024 * 1024, ageMs: 60_000 };

function isFinal(endpoint: EndpointName, { status, bytes }: UpstreamAnswer): boolean {
  if (endpoint !== 'dags.structure' || status !== 200) return false;
  const body = bodyOf(bytes) as { finalized_at?: unknown } | null | undefined;
  return typeof body?.finalized_at === 'string';
}

export function createStructureCache(now: () => number, limits = CACHE_LIMITS) {
  const cache = new Map<string, { owner: string; at: number; answer: UpstreamAnswer }>();
  let size = 0;

  function drop(name: string): void {
    size -= cache.get(name)?.answer.bytes.length ?? 0;
    cache.delete(name);
  }

  return {
    get(owner: string, path: string): { answer: UpstreamAnswer; ageSeconds: number } | undefined {
      const name = `${owner} ${path}`;
      const found = cache.get(name);
      if (found === undefined) return undefined;
      const age = now() - found.at;
      if (age < limits.ageMs) return { answer: found.answer, ageSeconds: Math.floor(age / 1000) };
      drop(name);
      return undefined;
    },
    /** Keeps what cannot change; a refusal drops everything of the owner. */
    note(owner: string, path: string, endpoint: EndpointName, answer: UpstreamAnswer): void {
      if (answer.status === 401 || answer.status === 403) {
        for (const [name, entry] of cache) if (entry.owner === owner) drop(name);
        return;
      }
      if (answer.bytes.length > limits.bytes || !isFinal(endpoint, answer)) return;
      const name = `${owner} ${path}`;
      drop(name);
      cache.set(name, { owner, at: now(), answer });
      size += answer.bytes.length;
      for (const oldest of cache.keys()) {
        if (size <= limits.bytes && cache.size <= limits.entries) break;
        drop(oldest);
      }
    },
  };
}
