// The last event id delivered, kept across reloads. Invariant: an id only means something within one log of one index, so it is
// stored under the index's name and with the log's id, which the caller compares with what the stream reports.
const NAME = 'dagscope.cursor';

export interface Cursor {
  /** Null when the index does not identify its log. */
  log_id: string | null;
  id: bigint;
}

export interface StoredCursor extends Cursor {
  /** When it was stored, in milliseconds. */
  at: number;
}

export interface CursorStorage {
  read(): StoredCursor | undefined;
  write(cursor: Cursor): void;
  clear(): void;
}

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `storage` may return undefined or throw, as in private windows: the cursor is then not kept. */
export function createCursorStorage(
  storage: () => WebStorage | undefined,
  now: () => number,
  index: string,
): CursorStorage {
  const name = `${NAME} ${index}`;

  function attempt<Value>(work: (storage: WebStorage) => Value): Value | undefined {
    try {
      const found = storage();
      return found === undefined ? undefined : work(found);
    } catch {
      return undefined;
    }
  }

  return {
    read: () =>
      attempt((found) => {
        const match = /^(\d{1,16}) (\d{1,19}) ?(.*)$/.exec(found.getItem(name) ?? '');
        if (match === null) return undefined;
        const [, at = '0', id = '0', log_id = ''] = match;
        return { at: Number(at), id: BigInt(id), log_id: log_id === '' ? null : log_id };
      }),
    write: ({ id, log_id }) => attempt((found) => found.setItem(name, `${now()} ${id} ${log_id ?? ''}`)),
    clear: () => attempt((found) => found.removeItem(name)),
  };
}
