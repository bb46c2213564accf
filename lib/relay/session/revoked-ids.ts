// Ids that must never be honoured again: connections that were ended, and keys that were revealed once. One line per id in DATA_DIR.
// Invariant: an id stays until its cookie has expired, across restarts; of replicas each needs the same store (Redis, behind this interface).
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export type RevokedIds = ReturnType<typeof createRevokedIds>;

function load(file: string, now: number): Map<string, number> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const lines = text.split('\n').map((line) => line.split(' '));
  return new Map(
    lines
      .map(([id = '', until]) => [id, Number(until)] as const)
      .filter(([id, until]) => id !== '' && until > now),
  );
}

const lineOf = ([id, until]: readonly [string, number]) => `${id} ${until}\n`;

function rewrite(file: string, ids: ReadonlyMap<string, number>): void {
  writeFileSync(`${file}.new`, [...ids].map(lineOf).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Expired ids are first dropped at this number, and then whenever it has doubled. */
const WORTH_SWEEPING = 1_000;

/** In a file, rewritten without expired ids at each start and now and then. `file` undefined: in memory only, for tests. */
export function createRevokedIds(file: string | undefined, now: () => number) {
  const ids = file === undefined ? new Map<string, number>() : load(file, now());
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rewrite(file, ids);
  }
  let sweepAt = Math.max(WORTH_SWEEPING, 2 * ids.size);

  function sweep(): void {
    const time = now();
    for (const [id, until] of ids) if (until <= time) ids.delete(id);
    sweepAt = Math.max(WORTH_SWEEPING, 2 * ids.size);
    try {
      // An append under way may still reach the former file: its id is among these.
      if (file !== undefined) rewrite(file, ids);
    } catch {
      // The former file has them all.
    }
  }

  const added = new EventEmitter().setMaxListeners(0);
  return {
    has: (id: string) => Promise.resolve(ids.has(id)),
    /** Resolves once the id is stored: true the first time. `until` in milliseconds. */
    async add(id: string, until: number): Promise<boolean> {
      if (ids.has(id)) return false;
      ids.set(id, until);
      if (ids.size >= sweepAt) sweep();
      added.emit(`id ${id}`);
      if (file !== undefined) await appendFile(file, lineOf([id, until]), { mode: 0o600 });
      return true;
    },
    /** Calls `listener` when an id is added. Returns how to stop. */
    onAdd(id: string, listener: () => void): () => void {
      added.once(`id ${id}`, listener);
      return () => void added.off(`id ${id}`, listener);
    },
  };
}
