// The last event id, kept over a reload. Invariant: an id means something only within one life of the log, so it is kept with the log's id;
// after ten minutes it is forgotten, since a page that was away so long reads its listings anew anyway.
const NAME = 'dagscope.cursor';
const FRESH_MS = 10 * 60_000;

export interface Cursor {
  log_id: string;
  id: bigint;
}

export interface CursorMemory {
  read(): Cursor | undefined;
  write(cursor: Cursor): void;
  forget(): void;
}

/** What is used of localStorage; it may be absent or refuse. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function createCursorMemory(drawer: () => Drawer | undefined, now: () => number): CursorMemory {
  function attempt<Value>(work: (open: Drawer) => Value): Value | undefined {
    try {
      const open = drawer();
      return open === undefined ? undefined : work(open);
    } catch {
      // Private windows and full discs: then the cursor lives in memory only.
      return undefined;
    }
  }

  return {
    read: () =>
      attempt((open) => {
        const kept = /^(\d{1,16}) (\d{1,19}) (.+)$/.exec(open.getItem(NAME) ?? '');
        const [, at = '0', id = '0', log_id = ''] = kept ?? [];
        if (kept === null || now() - Number(at) > FRESH_MS) return undefined;
        return { id: BigInt(id), log_id };
      }),
    write: ({ id, log_id }) => attempt((open) => open.setItem(NAME, `${now()} ${id} ${log_id}`)),
    forget: () => attempt((open) => open.removeItem(NAME)),
  };
}
