// The last event id, kept over reloads, days and restarts of everything. Invariant: an id means something only within one life of one index's log,
// so it is kept under the name of its index and together with the log's id; whoever reads it has to compare that id with what the stream says.
const NAME = 'dagscope.cursor';

export interface Cursor {
  /** Null where the index does not name the lives of its log. */
  log_id: string | null;
  id: bigint;
}

/** A cursor as it was kept, with the time of its keeping in milliseconds. */
export interface KeptCursor extends Cursor {
  at: number;
}

export interface CursorMemory {
  read(): KeptCursor | undefined;
  write(cursor: Cursor): void;
  forget(): void;
}

/** What is used of localStorage; it may be absent or refuse. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `index` names the index that the ids belong to: a console may be pointed at another one. */
export function createCursorMemory(
  drawer: () => Drawer | undefined,
  now: () => number,
  index: string,
): CursorMemory {
  const name = `${NAME} ${index}`;

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
        const kept = /^(\d{1,16}) (\d{1,19}) ?(.*)$/.exec(open.getItem(name) ?? '');
        const [, at = '0', id = '0', log_id = ''] = kept ?? [];
        if (kept === null) return undefined;
        return { at: Number(at), id: BigInt(id), log_id: log_id === '' ? null : log_id };
      }),
    write: ({ id, log_id }) => attempt((open) => open.setItem(name, `${now()} ${id} ${log_id ?? ''}`)),
    forget: () => attempt((open) => open.removeItem(name)),
  };
}
