// The lock of a data directory: two processes on one embedded database would corrupt it.
// Invariant: the lock file holds pid and start time, so that a stale lock or a reused pid is recognised.
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Another process uses the directory; the message names its pid. */
export class DirectoryLocked extends Error {
  override readonly name = 'DirectoryLocked';
}

interface Holder {
  pid: number;
  /** Start time in clock ticks since boot; null where the system does not provide it. */
  began: string | null;
}

const lockedByThisProcess = new Set<string>();

function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold spaces and brackets: count from the last bracket. Field 22 is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const began = beganAt(holder.pid);
  return began === null || holder.began === null || began === holder.began;
}

function readHolder(path: string): Holder | null {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return Number.isInteger(value.pid) ? { pid: Number(value.pid), began: value.began ?? null } : null;
  } catch {
    return null;
  }
}

/**
 * Takes the lock of `directory` (made if absent) and returns what releases it.
 * Throws DirectoryLocked when a living process, or this one, has it already.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(resolve(directory), 'index.lock');
  const refuse = (pid: number) =>
    new DirectoryLocked(`the data directory ${directory} is in use by process ${pid} (lock file ${path})`);
  if (lockedByThisProcess.has(path)) throw refuse(process.pid);

  const candidate = `${path}.${process.pid}`;
  writeFileSync(
    candidate,
    JSON.stringify({ pid: process.pid, began: beganAt(process.pid) } satisfies Holder),
  );
  try {
    for (;;) {
      try {
        // A hard link appears with its content or not at all, so a lock is never half written.
        linkSync(candidate, path);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(path);
      if (holder !== null && isAlive(holder)) throw refuse(holder.pid);
      takeAway(path, holder);
    }
  } finally {
    unlinkSync(candidate);
  }

  lockedByThisProcess.add(path);
  return () => {
    if (!lockedByThisProcess.delete(path)) return;
    if (readHolder(path)?.pid === process.pid) unlinkSync(path);
  };
}

/** Removes a stale lock. If two processes race, the one that moved a fresh lock puts it back. */
function takeAway(path: string, stale: Holder | null): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved?.pid !== stale?.pid || moved?.began !== stale?.began) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process has the lock by now; the next round reads it.
    }
  }
  unlinkSync(aside);
}
