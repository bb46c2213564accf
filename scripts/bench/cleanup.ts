// Undoes what a measurement created and started, in reverse order: at its end, and on SIGINT and SIGTERM.
export interface Cleanup {
  /** `undo` is called once, at the end; the last one added first. */
  add(undo: () => Promise<void> | void): void;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs `work` and undoes everything it added, however it ends. */
export async function withCleanup<Result>(work: (cleanup: Cleanup) => Promise<Result>): Promise<Result> {
  const added: (() => Promise<void> | void)[] = [];
  const undoAll = async () => {
    for (let undo = added.pop(); undo !== undefined; undo = added.pop())
      await Promise.resolve(undo()).catch((error: unknown) => console.error(error));
  };
  let stopping = false;
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = () => {
      stopping = true;
      // Errors of work whose resources are being removed are expected.
      for (const event of ['uncaughtException', 'unhandledRejection'] as const)
        process.on(event, () => undefined);
      void undoAll().finally(() => process.exit(code));
    };
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  try {
    return await work({ add: (undo) => void added.push(undo) });
  } finally {
    if (stopping) await new Promise<never>(() => undefined);
    await undoAll();
    for (const removeHandler of handlers) removeHandler();
  }
}
