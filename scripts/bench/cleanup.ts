// What a measurement has made and started is undone in reverse order: at its end, and when it is told to stop (SIGINT, SIGTERM).
export interface Undoing {
  /** Called at the end, once; the last one first. */
  later(undo: () => Promise<void> | void): void;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs work and undoes what it left to be undone, however it ends. */
export async function undoing<Result>(work: (undo: Undoing) => Promise<Result>): Promise<Result> {
  const left: (() => Promise<void> | void)[] = [];
  const undoAll = async () => {
    for (let undo = left.pop(); undo !== undefined; undo = left.pop())
      await Promise.resolve(undo()).catch((error: unknown) => console.error(error));
  };
  let stopping = false;
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = () => {
      stopping = true;
      // What the work meets when its things are taken away is no news.
      for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
        process.on(fault, () => undefined);
      void undoAll().finally(() => process.exit(code));
    };
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  try {
    return await work({ later: (undo) => void left.push(undo) });
  } finally {
    if (stopping) await new Promise<never>(() => undefined);
    await undoAll();
    for (const forget of handlers) forget();
  }
}
