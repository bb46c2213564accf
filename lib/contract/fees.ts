// The fees of an execution, in MIST. Fee records may be running totals or single amounts; the records and the payment's consumed
// total decide which. Used by the index (figures of a run) and by the console (money of a run), so both agree.
export interface Fees {
  gas: bigint;
  tool: bigint;
  priority: bigint;
}

export type FeeReading = 'totals' | 'amounts' | 'undecided';

export const NO_FEES: Fees = { gas: 0n, tool: 0n, priority: 0n };

export const plus = (a: Fees, b: Fees): Fees => ({
  gas: a.gas + b.gas,
  tool: a.tool + b.tool,
  priority: a.priority + b.priority,
});

/** What the fee records up to now amount to under either reading. */
export interface FeeTally {
  count: number;
  last: Fees;
  sum: Fees;
  /** No field has ever fallen. */
  rises: boolean;
}

export const NO_RECORDS: FeeTally = { count: 0, last: NO_FEES, sum: NO_FEES, rises: true };

export function tallied({ count, last, sum, rises }: FeeTally, fees: Fees): FeeTally {
  const rose = fees.gas >= last.gas && fees.tool >= last.tool && fees.priority >= last.priority;
  return { count: count + 1, last: fees, sum: plus(sum, fees), rises: rises && rose };
}

/** `consumed`: the gas that the payment has reimbursed; null when unknown. */
export function readingOf({ count, last, sum, rises }: FeeTally, consumed: bigint | null): FeeReading {
  if (count <= 1 || consumed === last.gas) return 'totals';
  if (consumed === sum.gas) return 'amounts';
  return rises ? 'totals' : 'undecided';
}
