// The place of an event within its transaction where the recorder did not say: counted in the order the lines come.
// Invariant: the same lines in the same order get the same numbers, so that a recording can be ingested twice. One numbering a recording:
// a file, a run of the simulation, a followed stream. It holds one number a transaction for as long as the recording is read.

export interface TransactionNumbering {
  /** The number of the next event of this transaction; `stated` is the recorder's own, which the count goes on from. */
  place(txDigest: string, stated: number | undefined): number;
}

export function transactionNumbering(): TransactionNumbering {
  const next = new Map<string, number>();
  return {
    place(txDigest, stated) {
      const place = stated ?? next.get(txDigest) ?? 0;
      next.set(txDigest, place + 1);
      return place;
    },
  };
}
