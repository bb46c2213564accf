// Answers that cannot change, kept for a short while: the structure of a finalized DAG (spec 2.15). Nothing else qualifies: a tool's port contract is
// immutable too, but it comes in one answer with what changes (spec 2.11). Invariant: bounded in entries, bytes and age; who may not read the answer
// any more finds none. The age is told, so that nobody takes a kept answer for a new one.
import type { EndpointName } from '@/lib/contract/endpoints';
import type { UpstreamAnswer } from './upstream';
import { bodyOf } from './upstream';

export interface MemoryLimits {
  entries: number;
  bytes: number;
  /** Also how long a revoked key could still be given what it was given before, and how long a replayed projection stays unseen. */
  ageMs: number;
}

export const MEMORY_LIMITS: MemoryLimits = { entries: 256, bytes: 16 * 1024 * 1024, ageMs: 60_000 };

export interface AnswerMemory {
  get(owner: string, path: string): { answer: UpstreamAnswer; ageSeconds: number } | undefined;
  /** Keeps what cannot change; a refusal of the owner's key drops what was kept for it. */
  note(owner: string, path: string, name: EndpointName, answer: UpstreamAnswer): void;
}

function unchanging(name: EndpointName, { status, bytes }: UpstreamAnswer): boolean {
  if (name !== 'dags.structure' || status !== 200) return false;
  const body = bodyOf(bytes) as { finalized_at?: unknown } | null | undefined;
  return typeof body?.finalized_at === 'string';
}

export function createAnswerMemory(now: () => number, limits = MEMORY_LIMITS): AnswerMemory {
  const kept = new Map<string, { owner: string; at: number; answer: UpstreamAnswer }>();
  let size = 0;

  function drop(name: string): void {
    size -= kept.get(name)?.answer.bytes.length ?? 0;
    kept.delete(name);
  }

  return {
    get(owner, path) {
      const name = `${owner} ${path}`;
      const found = kept.get(name);
      if (found === undefined) return undefined;
      const age = now() - found.at;
      if (age < limits.ageMs) return { answer: found.answer, ageSeconds: Math.floor(age / 1000) };
      drop(name);
      return undefined;
    },
    note(owner, path, endpoint, answer) {
      if (answer.status === 401 || answer.status === 403) {
        for (const [name, entry] of kept) if (entry.owner === owner) drop(name);
        return;
      }
      if (answer.bytes.length > limits.bytes || !unchanging(endpoint, answer)) return;
      const name = `${owner} ${path}`;
      drop(name);
      kept.set(name, { owner, at: now(), answer });
      size += answer.bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= limits.bytes && kept.size <= limits.entries) break;
        drop(oldest);
      }
    },
  };
}
