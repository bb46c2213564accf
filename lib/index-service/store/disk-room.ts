// Whether the store's disk has room for events. Invariant: the embedded store's disk keeps a reserve, so that keys and usage are still written, and
// because its engine does not survive a failed write to its journal. A full PostgreSQL refuses by itself.
import { statfsSync } from 'node:fs';
import { DISK } from '@/lib/index-service/limits';

export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  constructor(cause?: unknown) {
    super('the disk is full: no events are accepted', { cause });
  }
}

/** SQLSTATE of a statement that failed for want of space. */
const DISK_FULL = '53100';

export type DiskRoom = ReturnType<typeof createDiskRoom>;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** `folder`: of the embedded store; undefined: PostgreSQL, whose disk may be another machine's. */
export function createDiskRoom(folder: string | undefined) {
  let refused = false;
  const isFull = () => (folder === undefined ? refused : freeBytes(folder) < DISK.reserveBytes);
  return {
    isFull,
    /** Runs `work`, a transaction. Throws DiskFull, with nothing written, when there is no room for it. */
    async write<Result>(work: () => Promise<Result>): Promise<Result> {
      if (folder !== undefined && isFull()) throw new DiskFull();
      try {
        const result = await work();
        refused = false;
        return result;
      } catch (error) {
        refused = (error as { code?: unknown }).code === DISK_FULL;
        throw refused ? new DiskFull(error) : error;
      }
    },
  };
}
