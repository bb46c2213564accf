// Numbers the events of a transaction in order of arrival where the recorder did not.
// Invariant: the same lines in the same order get the same numbers, so a recording can be ingested twice.

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
